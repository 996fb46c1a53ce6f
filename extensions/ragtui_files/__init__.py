"""Reads PDF, Office, HTML, mails, pictures, calendars and other kinds of files."""
