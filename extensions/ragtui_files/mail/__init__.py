"""Mails: headers, own and quoted words, attachments, categories, mailbox files."""
