-- What one mailbox was sent lately is counted before it is sent more, over a day for invitations and receipts: without
-- this, by reading whatever everybody was sent in that time.
create index mails_by_mailbox on mails (regexp_replace(recipient, '[+][^@]*@', '@'), created_at);
