-- Katakana is hiragana in a search, as in kit/text/fold.ts; the long vowel mark stays.
create or replace function fold_text(given text) returns text
  language sql immutable strict parallel safe
  return translate(
    normalize(
      translate(
        regexp_replace(normalize(lower(normalize(given, nfkc)), nfd), U&'[\0300-\036f]', '', 'g'),
        'đ', 'd'),
      nfc),
    'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶヽヾ',
    'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖゝゞ');

-- The folded name is kept with the person.
update users set name = name where normalize(name, nfkc) ~ '[ァ-ヾ]';

-- Messages and file names are indexed again by the running server, while it answers: all messages of the rooms whose mark
-- is at the start, and the files without a word.
update search_marks set indexed_seq = 0;
update files set name_lexemes = '' where normalize(name, nfkc) ~ '[ァ-ヾ]';
create index files_without_words on files (id) where name_lexemes = ''::tsvector;
