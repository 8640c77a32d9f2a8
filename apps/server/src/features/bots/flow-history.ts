import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { createNotFoundError } from "../../kit/errors.ts";
import * as historyStore from "./flow-history-store.ts";
import type { BotReader } from "./store.ts";

interface PageQuery {
  readonly page: number;
  readonly paging: number;
}

const toPageMeta = ({ page, paging }: PageQuery, count: number, total: number) => ({
  page,
  paging,
  total,
  has_more: (page - 1) * paging + count < total,
});
const toOffsetAndLimit = ({ page, paging }: PageQuery) => ({ offset: (page - 1) * paging, limit: paging });

/**
 * Reads the published versions and the saved drafts of stories. `requireReadableFlow` throws if the reader may not read the
 * story.
 */
export function createFlowHistory(
  db: Kysely<DB>,
  requireReadableFlow: (reader: BotReader, botId: string, id: string) => Promise<void>,
) {
  return {
    async versions(reader: BotReader, botId: string, id: string, page: PageQuery) {
      await requireReadableFlow(reader, botId, id);
      const { rows, total } = await historyStore.listFlowVersions(db, id, toOffsetAndLimit(page));
      return { data: rows, meta: toPageMeta(page, rows.length, total) };
    },

    async version(reader: BotReader, botId: string, id: string, number: number) {
      await requireReadableFlow(reader, botId, id);
      const foundVersion = await historyStore.findFlowVersion(db, id, number);
      if (!foundVersion) throw createNotFoundError();
      return foundVersion.version;
    },

    async saves(reader: BotReader, botId: string, id: string, page: PageQuery) {
      await requireReadableFlow(reader, botId, id);
      const { rows, total } = await historyStore.listSavedDrafts(db, id, toOffsetAndLimit(page));
      return { data: rows, meta: toPageMeta(page, rows.length, total) };
    },

    async savedDraft(reader: BotReader, botId: string, id: string, number: number) {
      await requireReadableFlow(reader, botId, id);
      const foundDraft = await historyStore.findSavedDraft(db, id, number);
      if (!foundDraft) throw createNotFoundError();
      return foundDraft;
    },
  };
}
