-- The version of the terms of use that the person accepted when they registered.
alter table users add column accepted_terms_version text;
alter table mail_links add column terms_version text;
