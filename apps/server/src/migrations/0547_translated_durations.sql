-- The duration of a project is words ("6 weeks"), so it is translated as the project's other texts are.
alter table project_texts drop constraint project_texts_field_check;
alter table project_texts add constraint project_texts_field_check
  check (field in ('name', 'description', 'skill', 'time'));
