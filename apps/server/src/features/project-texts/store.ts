import type { Language } from "@kakehashi/contract/languages";
import { type ProjectTextField, projectTextFields } from "@kakehashi/contract/project-texts";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";

/** The message that carries a project's text. `message_id` is null until the message is sent. */
export interface ProjectTextMessageRow {
  readonly project_id: string;
  readonly field: ProjectTextField;
  readonly author_id: string;
  readonly client_id: string;
  readonly conversation_id: string;
  readonly message_id: string | null;
}

const projectTextColumns = [
  "project_id",
  "field",
  "author_id",
  "client_id",
  "conversation_id",
  "message_id",
] as const;

export async function listProjectTextMessages(
  db: Executor,
  projectId: string,
): Promise<ProjectTextMessageRow[]> {
  return (await db
    .selectFrom("project_texts")
    .select(projectTextColumns)
    .where("project_id", "=", projectId)
    .execute()) as ProjectTextMessageRow[];
}

export async function findProjectTextByMessage(
  db: Executor,
  messageId: string,
): Promise<ProjectTextMessageRow | undefined> {
  return (await db
    .selectFrom("project_texts")
    .select(projectTextColumns)
    .where("message_id", "=", messageId)
    .executeTakeFirst()) as ProjectTextMessageRow | undefined;
}

/**
 * Stores which person sends a project's text as a message, and with which `client_id`. If a parallel call has already
 * stored these values, keeps them. Returns the stored values.
 */
export async function reserveProjectTextMessage(
  db: Executor,
  textMessage: ProjectTextMessageRow,
): Promise<ProjectTextMessageRow> {
  await db
    .insertInto("project_texts")
    .values(textMessage)
    .onConflict((conflict) => conflict.columns(["project_id", "field"]).doNothing())
    .execute();
  return (await db
    .selectFrom("project_texts")
    .select(projectTextColumns)
    .where("project_id", "=", textMessage.project_id)
    .where("field", "=", textMessage.field)
    .executeTakeFirstOrThrow()) as ProjectTextMessageRow;
}

/**
 * Reserves a new message for a project's text, if the old message can no longer be used, for example because it was
 * deleted: stores who will send it, and with which `client_id`. Does nothing if a parallel call has already replaced
 * the old message.
 */
export function reserveReplacementTextMessage(
  db: Executor,
  replacedMessage: ProjectTextMessageRow,
  { author_id, client_id, conversation_id }: ProjectTextMessageRow,
) {
  return db
    .updateTable("project_texts")
    .set({ author_id, client_id, conversation_id, message_id: null })
    .where("project_id", "=", replacedMessage.project_id)
    .where("field", "=", replacedMessage.field)
    .where("client_id", "=", replacedMessage.client_id)
    .execute();
}

export function setProjectTextMessageId(
  db: Executor,
  { client_id, project_id, field }: ProjectTextMessageRow,
  messageId: string,
) {
  return db
    .updateTable("project_texts")
    .set({ message_id: messageId })
    .where("project_id", "=", project_id)
    .where("field", "=", field)
    .where("client_id", "=", client_id)
    .execute();
}

/** Returns the original texts of a project. Undefined if the project does not exist. */
export async function findOriginalProjectTexts(
  db: Executor,
  projectId: string,
): Promise<Record<ProjectTextField, string> | undefined> {
  return db.selectFrom("projects").select(projectTextFields).where("id", "=", projectId).executeTakeFirst();
}

/** Returns the language in which a project's host writes. */
export async function findHostLanguage(db: Executor, projectId: string): Promise<Language> {
  const { language } = await db
    .selectFrom("projects")
    .innerJoin("users", "users.id", "projects.host_id")
    .select((column) =>
      column.fn.coalesce("users.working_language", "users.interface_language").as("language"),
    )
    .where("projects.id", "=", projectId)
    .executeTakeFirstOrThrow();
  return language;
}

/**
 * Stores an approved translation, with a hash of its original. Comparing the hash shows later whether the translation
 * is current.
 */
export function saveTranslation(
  tx: Executor,
  { project_id, field }: ProjectTextMessageRow,
  text: { language: Language; content: string; original: string },
) {
  const { language, content, original } = text;
  return sql`
    insert into project_translations (project_id, field, language, content, original_hash)
    values (${project_id}, ${field}, ${language}, ${content}, md5(${original}))
    on conflict (project_id, language, field) do update
    set content = excluded.content, original_hash = excluded.original_hash`.execute(tx);
}

export function removeTranslation(
  tx: Executor,
  { project_id, field }: ProjectTextMessageRow,
  language: Language,
) {
  return tx
    .deleteFrom("project_translations")
    .where("project_id", "=", project_id)
    .where("field", "=", field)
    .where("language", "=", language)
    .execute();
}

/** Returns the translations of a project that readers currently see. */
export async function listShownTranslations(
  db: Executor,
  projectId: string,
): Promise<{ field: ProjectTextField; language: Language }[]> {
  const { rows } = await sql<{ field: ProjectTextField; language: Language }>`
    select t.field, t.language from project_translations t join projects p on p.id = t.project_id
    where t.project_id = ${projectId}
      and t.original_hash = md5(
        case t.field when 'name' then p.name when 'description' then p.description
        when 'skill' then p.skill else p.time end)`.execute(db);
  return rows;
}
