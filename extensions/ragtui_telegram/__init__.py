"""`ragtui telegram`: a vault in a chat of Telegram.

The bot fetches messages by long polling, so no port is open. It answers the chats that
the settings name and no others.
"""
