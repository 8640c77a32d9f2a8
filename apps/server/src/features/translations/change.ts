import { isDeepStrictEqual } from "node:util";
import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import type { Events } from "../events/service.ts";
import * as historyStore from "./history-store.ts";
import {
  emptyClaimColumns,
  isDeletable,
  newTranslationRow,
  type TranslationRow,
  toShownTranslations,
} from "./row.ts";
import type { TranslatableTextSource } from "./source.ts";
import type { LockedTranslation, StepResult } from "./step.ts";
import * as store from "./store.ts";

/**
 * Saves the row of a translation, or deletes the row if it is no longer needed. If there is a history entry, adds it to
 * the translation's history.
 */
export async function saveOrDeleteTranslation(
  tx: Kysely<DB>,
  row: TranslationRow,
  entry?: historyStore.NewHistoryEntry,
): Promise<void> {
  if (isDeletable(row)) await store.deleteRow(tx, row.id);
  else await store.saveRow(tx, row);
  if (!entry) return;
  await historyStore.addHistoryEntry(tx, row.id, entry);
  if (entry.event === "SUPERSEDED") await historyStore.trimLateTexts(tx, row.id);
}

/**
 * Removes the claim from the row if the person who made it has left the room. A job does the same a little later, but
 * until then nobody else could claim the translation.
 */
async function withoutClaimOfFormerMember(
  tx: Kysely<DB>,
  row: TranslationRow,
  userId: string | null,
): Promise<TranslationRow> {
  const { claimed_by, conversation_id } = row;
  if (userId === null || claimed_by === null || claimed_by === userId || conversation_id === null) return row;
  return (await store.isInRoom(tx, conversation_id, claimed_by)) ? row : { ...row, ...emptyClaimColumns };
}

export type TranslationChanger = ReturnType<typeof createTranslationChanger>;

/** The functions that change translations. Each transaction locks the translated message. */
export function createTranslationChanger(events: Events, source: TranslatableTextSource<Message>) {
  /**
   * Locks the message and runs one step on its translation, such as a claim or a submit. `userId` is null for the
   * server's own steps.
   */
  async function changeTranslation(
    userId: string | null,
    message: Message,
    language: Language,
    runStep: (locked: LockedTranslation) => Promise<StepResult | null>,
  ): Promise<Message> {
    let refusal: AppError | undefined;
    let publish: (() => void) | undefined;
    const changedMessage = await source.changeTranslations(userId, message, async (tx, subject) => {
      const original = source.toOriginalText(subject);
      if (original.language === language)
        throw new AppError("TRANSLATION.SAME_LANGUAGE", { fields: { language: "choice" } });
      const rows = await store.findRows(tx, original);
      const otherRows = rows.filter((row) => row.language !== language);
      const storedRow = rows.find((row) => row.language === language);
      const row = storedRow
        ? await withoutClaimOfFormerMember(tx, storedRow, userId)
        : newTranslationRow(original, language);
      const change = await runStep({ tx, original, row, actorId: userId ?? "", now: new Date() });
      if (!change) return null;
      ({ refusal } = change);
      await saveOrDeleteTranslation(tx, change.row, change.historyEntry);
      const translations = toShownTranslations([...otherRows, change.row], original);
      // Nothing changed for readers. For example, a claim was renewed, or only a refused text was added to the history.
      if (isDeepStrictEqual(translations, subject.translations ?? [])) return null;
      const { fact, onWritten } = change;
      return {
        translations,
        onWritten: async (message) => {
          const sendNotice = await onWritten?.(message);
          const translation = translations.find((translation) => translation.language === language);
          const factData = translation && { message, translation, userId: userId ?? "" };
          if (fact && factData) await events.write(tx, fact, factData);
          publish = () => {
            sendNotice?.();
            if (fact && factData) events.publish(fact, factData);
          };
        },
      };
    });
    publish?.();
    if (refusal) throw refusal;
    return changedMessage;
  }

  /**
   * Changes the translations of a message into several languages. The caller's transaction has locked the message.
   * Returns the message's translations, or null if nothing changed for readers.
   */
  async function changeEachRow(
    tx: Kysely<DB>,
    message: Message,
    languages: readonly Language[],
    changeRow: (row: TranslationRow, now: Date) => TranslationRow,
  ) {
    const original = source.toOriginalText(message);
    const rows = await store.findRows(tx, original);
    const now = new Date();
    const changedRows = languages.map((language) =>
      changeRow(rows.find((row) => row.language === language) ?? newTranslationRow(original, language), now),
    );
    for (const row of changedRows) await saveOrDeleteTranslation(tx, row);
    const unchangedRows = rows.filter(({ language }) => !languages.includes(language));
    const translations = toShownTranslations([...unchangedRows, ...changedRows], original);
    return isDeepStrictEqual(translations, message.translations ?? []) ? null : translations;
  }

  return { change: changeTranslation, changeEachRow };
}
