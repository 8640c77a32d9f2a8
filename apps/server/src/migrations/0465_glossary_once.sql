-- An entry exists once, however its terms are written: ﾖｳｺﾞ and ヨウゴ are one term, as in a search. Of entries that differ
-- only so, the oldest stays, with the first note that one of them has.
alter table glossary_entries add column term_key text generated always as (md5(
  coalesce(fold_text(en), '') || E'\n' || coalesce(fold_text(vi), '') || E'\n' || coalesce(fold_text(ja), ''))) stored;

with alike as (
  select scope, term_key, (array_agg(id order by id))[1] as kept, bool_or(do_not_translate) as do_not_translate,
    (array_agg(note order by id) filter (where note <> ''))[1] as note
  from glossary_entries group by scope, term_key having count(*) > 1
), gone as (
  delete from glossary_entries e using alike a
  where e.scope = a.scope and e.term_key = a.term_key and e.id <> a.kept
)
update glossary_entries e
set note = coalesce(a.note, ''), do_not_translate = a.do_not_translate, updated_at = now()
from alike a where e.id = a.kept;

alter table glossary_entries drop constraint glossary_entries_scope_en_vi_ja_key;
create unique index glossary_entries_once on glossary_entries (scope, term_key);
