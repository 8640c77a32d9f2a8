import type { Message } from "@kakehashi/contract/messages";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Log } from "../../kit/log.ts";
import type { Events } from "../events/service.ts";
import type { Messages } from "../messages/service.ts";
import * as asking from "./asking.ts";
import { saveOrDeleteTranslation, type TranslationChanger } from "./change.ts";
import { fillTextFromMemory } from "./fill-steps.ts";
import { emptyClaimColumns, newTranslationRow, type TranslationRow, toShownTranslations } from "./row.ts";
import type { TranslatableTextSource } from "./source.ts";
import * as store from "./store.ts";

interface FollowMessagesDependencies {
  db: Kysely<DB>;
  events: Events;
  messages: Messages;
  source: TranslatableTextSource<Message>;
  change: TranslationChanger["change"];
  log: Log;
}

/**
 * Updates the translations of a message when it is edited or deleted. Ends a person's claims when the person leaves the
 * room.
 */
export function updateTranslationsOnMessageChange({
  db,
  events,
  messages,
  source,
  change,
  log,
}: FollowMessagesDependencies): void {
  messages.defineTranslationUpdate(async (tx, message) => {
    const original = source.toOriginalText(message);
    const rows = await store.findRows(tx, original);
    const memoryMatches = await store.listExactMemoryHits(tx, message.conversation_id, original);
    if (rows.length === 0 && memoryMatches.length === 0) return null;
    const now = new Date();
    const changedRows: TranslationRow[] = [];
    for (const row of rows) {
      const change = asking.updateAfterEdit(row, original, now);
      if (change) await saveOrDeleteTranslation(tx, change.row, change.historyEntry);
      changedRows.push(change?.row ?? row);
    }
    for (const memoryMatch of memoryMatches) {
      const index = changedRows.findIndex(({ language }) => language === memoryMatch.language);
      const row = changedRows[index] ?? newTranslationRow(original, memoryMatch.language);
      const stepResult = fillTextFromMemory(row, original, memoryMatch.content, now);
      if (!stepResult) continue;
      await saveOrDeleteTranslation(tx, stepResult.row, stepResult.historyEntry);
      changedRows.splice(index < 0 ? changedRows.length : index, 1, stepResult.row);
    }
    return toShownTranslations(changedRows, original);
  });
  events.onWrite("MessageDeleted", async (tx, { message }) => {
    const original = source.toOriginalText(message);
    await store.deleteRowsOf(tx, original);
    await store.deleteQuestion(tx, message.id);
  });

  events.on("MemberLeft", async ({ roomId, userId }) => {
    for (const { subject_id, language } of await store.listClaimed(db, roomId, userId)) {
      const message = await messages.findForServer(roomId, subject_id);
      if (message && !message.deleted && message.language !== language)
        await change(null, message, language, async ({ row }) =>
          row.claimed_by === userId ? { row: { ...row, ...emptyClaimColumns } } : null,
        ).catch((error: unknown) => log.error({ err: error }, "A claim could not be given back."));
    }
  });
}
