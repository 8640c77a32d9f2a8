-- People outside who had told no name were named in the language of their bot, so lists mixed languages. The name is now
-- stored in English and shown in the reader's language.
update users set name = 'Visitor ' || right(name, 4) where is_outside and name ~ '^(Khách|お客様) [0-9a-f]{4}$';
update conversations set name = 'Visitor ' || right(name, 4)
where kind = 'OUTSIDE' and name ~ '^(Khách|お客様) [0-9a-f]{4}$';
