import type { Language } from "@kakehashi/contract/languages";
import type { ProjectTextField } from "@kakehashi/contract/project-texts";
import { type Project, type ProjectListItem, projectExcerptUnits } from "@kakehashi/contract/projects";
import { type RawBuilder, sql } from "kysely";

// SQL expressions for the approved translations of a project `p`. The feature `project-texts` stores them.

/** SQL condition: a stored translation was made from the project's current text. */
const isCurrent = sql`x.original_hash = md5(
  case x.field when 'name' then p.name when 'description' then p.description
  when 'skill' then p.skill else p.time end)`;

/** SQL for a person's working language. Null if the person has chosen none. */
const workingLanguageOf = (userId: string) =>
  sql`(select r.working_language from users r where r.id = ${userId})`;

/** SQL for a project's name in this language. Without a current approved translation, it is the original name. */
export const projectNameInLanguageSql = (language: RawBuilder<unknown>) => sql`coalesce((
  select x.content from project_translations x
  where x.project_id = p.id and x.field = 'name' and x.language = ${language} and ${isCurrent}), p.name)`;

/** SQL for a project's name in the person's working language. */
export const projectNameForUserSql = (userId: string) => projectNameInLanguageSql(workingLanguageOf(userId));

/**
 * SQL for the texts of all current translations of a project, folded for the search. Leaves out the translated
 * duration, because the search does not look at the original duration either.
 */
export const foldedTranslations = (field: "skill" | null) => sql`(
  select string_agg(x.folded, ' ') from project_translations x
  where x.project_id = p.id and ${isCurrent} and ${field ? sql`x.field = ${field}` : sql`x.field <> 'time'`})`;

interface TranslatedText {
  content: string;
  is_current: boolean;
}

/**
 * A project's translations into one language, by field, as the SQL of `wholeTranslation` and `translationExcerpt`
 * returns them.
 */
export interface ProjectTranslationRow {
  language: Language;
  texts: Partial<Record<ProjectTextField, TranslatedText>>;
}

const translationIn = (
  userId: string,
  content: ReturnType<typeof sql>,
  condition: ReturnType<typeof sql>,
) => sql`(
  select json_build_object('language', x.language, 'texts',
    json_object_agg(x.field, json_build_object('content', ${content}, 'is_current', ${isCurrent})))
  from project_translations x
  where x.project_id = p.id and x.language = ${workingLanguageOf(userId)} ${condition} group by x.language)`;

/**
 * SQL for the project's translations into the reader's language, as a `ProjectTranslationRow`. It also contains
 * outdated translations.
 */
export const wholeTranslation = (userId: string) => translationIn(userId, sql`x.content`, sql``);

/** SQL for the translations of a project in a list: only current ones, each cut to an excerpt. */
export const translationExcerpt = (userId: string) =>
  translationIn(
    userId,
    sql`case when x.field in ('name', 'time') then x.content else left(x.content, ${sql.lit(projectExcerptUnits / 2)}) end`,
    sql`and ${isCurrent}`,
  );

export const toTranslation = (row: ProjectTranslationRow | null): Project["translation"] =>
  row && {
    language: row.language,
    name: row.texts.name ?? null,
    description: row.texts.description ?? null,
    skill: row.texts.skill ?? null,
    time: row.texts.time ?? null,
  };

export const toTranslationExcerpt = (row: ProjectTranslationRow | null): ProjectListItem["translation"] =>
  row && {
    language: row.language,
    name: row.texts.name?.content ?? null,
    description: row.texts.description?.content ?? null,
    skill: row.texts.skill?.content ?? null,
    time: row.texts.time?.content ?? null,
  };
