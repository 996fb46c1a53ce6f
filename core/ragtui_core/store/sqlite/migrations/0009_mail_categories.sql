-- The category of a mail follows its folder, also when the mail is moved to another one.

ALTER TABLE mail_place ADD COLUMN category TEXT NOT NULL DEFAULT '';   -- empty: unknown
