-- Since when no post shows a picture; null while one does. A fresh one waits for the post it was uploaded for.
alter table blog_pictures add column unused_since timestamptz default now();
