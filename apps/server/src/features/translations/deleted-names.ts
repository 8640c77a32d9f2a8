import { deletedNameByLanguage } from "@kakehashi/contract/deleted-names";
import type { Language } from "@kakehashi/contract/languages";
import { renamePlainMentions } from "@kakehashi/contract/mentions";
import type { Message } from "@kakehashi/contract/messages";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { scanTable } from "../../kit/db/scan.ts";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import type { Messages } from "../messages/service.ts";
import type { DeletedNamesRemover } from "../users/service.ts";
import { saveOrDeleteTranslation } from "./change.ts";
import { toShownTranslations } from "./row.ts";
import type { TranslatableTextSource } from "./source.ts";
import * as store from "./store.ts";

interface Dependencies {
  db: Kysely<DB>;
  messages: Pick<Messages, "translate">;
  source: TranslatableTextSource<Message>;
}

interface PlainDraft {
  user_id: string;
  subject_id: string;
  language: string;
  content: string;
  set_aside: string;
  original: string;
  writer_language: Language;
}

/**
 * Removes the names of deleted people from translations, from their history, and from the drafts of translators. Must
 * run before the names are removed from the messages: a draft contains only the plain name, and the mention in the
 * message tells whose name it is.
 */
export function createDeletedNameRemoval({ db, messages, source }: Dependencies) {
  /** Removes the names from the translations of one message. No translation gets a new version. */
  async function removeFromTranslations(names: DeletedNamesRemover, roomId: string, messageId: string) {
    try {
      await messages.translate(null, roomId, messageId, async (tx, message) => {
        const original = source.toOriginalText(message);
        const rows = await store.findRows(tx, original);
        const namelessRows = rows.map((row) => ({ ...row, content: names.removeFrom(row.content) }));
        const changedRows = namelessRows.filter((row, index) => row.content !== rows[index]?.content);
        if (changedRows.length === 0) return null;
        for (const row of changedRows) await saveOrDeleteTranslation(tx, row);
        return { translations: toShownTranslations(namelessRows, original) };
      });
    } catch (error) {
      // Somebody has deleted the message or its room in the meantime, so there is nothing to remove.
      const isGone =
        error instanceof AppError && (error.code === "ERR.NOT_FOUND" || error.code === "MESSAGE.DELETED");
      if (!isGone) throw error;
    }
  }

  /**
   * In the draft of a translation, mentions appear as plain names. So the name of a deleted person is replaced by
   * `deletedNameByLanguage` in the writer's language. When the draft is submitted, plain names become mentions again, and
   * `deletedNameByLanguage` becomes a mention of a deleted person.
   */
  async function removeFromPlainDrafts(
    names: DeletedNamesRemover,
    areRows: RawBuilder<boolean>,
  ): Promise<void> {
    const { rows } = await sql<PlainDraft>`
      select d.user_id, d.subject_id, d.language, d.content, d.set_aside, m.content as original,
        w.interface_language as writer_language
      from (select * from translation_drafts where ${areRows}) d
      join messages m on m.conversation_id = d.conversation_id and m.id = d.subject_id
      join users w on w.id = d.user_id
      where ${names.sqlHasNames("m.content")}`.execute(db);
    for (const { user_id, subject_id, language, original, writer_language, ...texts } of rows) {
      const newName = deletedNameByLanguage[writer_language];
      const [content, set_aside] = [texts.content, texts.set_aside].map((text) =>
        renamePlainMentions(text, names.listNamesIn(original), newName),
      );
      await sql`
        update translation_drafts set content = ${content}, set_aside = ${set_aside}
        where user_id = ${user_id} and subject_id = ${subject_id} and language = ${language}
          and content = ${texts.content} and set_aside = ${texts.set_aside}`.execute(db);
    }
  }

  return async function removeNamesOfDeletedPeople(names: DeletedNamesRemover): Promise<void> {
    const drafts = {
      table: "translation_drafts",
      key: ["user_id", "subject_kind", "subject_id", "language"],
    };
    const hasMention = sql<boolean>`content || set_aside like '%@%'`;
    for await (const { areRows } of scanTable(db, drafts, hasMention)) {
      await removeFromPlainDrafts(names, areRows);
      await sql`
        update translation_drafts
        set content = ${names.sqlWithoutNames("content")}, set_aside = ${names.sqlWithoutNames("set_aside")}
        where ${areRows} and (${names.sqlHasNames("content")} or ${names.sqlHasNames("set_aside")})`.execute(
        db,
      );
    }

    const translations = { table: "translations", key: ["id"] };
    for await (const { areRows } of scanTable(db, translations, names.sqlHasNames("content"))) {
      const { rows } = await sql<{ conversation_id: string; subject_id: string }>`
        select distinct conversation_id, subject_id from translations
        where ${areRows} and conversation_id is not null`.execute(db);
      for (const { conversation_id, subject_id } of rows)
        await removeFromTranslations(names, conversation_id, subject_id);
    }

    const history = { table: "translation_history", key: ["translation_id", "step"] };
    for await (const { areRows } of scanTable(db, history, names.sqlHasNames("content")))
      await sql`update translation_history set content = ${names.sqlWithoutNames("content")} where ${areRows}`.execute(
        db,
      );
  };
}
