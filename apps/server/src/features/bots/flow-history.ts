import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { notFound } from "../../kit/errors.ts";
import * as historyStore from "./flow-history-store.ts";
import type { BotReader } from "./store.ts";

interface PageQuery {
  readonly page: number;
  readonly paging: number;
}

const pageMetaOf = ({ page, paging }: PageQuery, count: number, total: number) => ({
  page,
  paging,
  total,
  has_more: (page - 1) * paging + count < total,
});
const offsetAndLimitOf = ({ page, paging }: PageQuery) => ({ offset: (page - 1) * paging, limit: paging });

/**
 * Reads the published versions and the saved drafts of stories. `requireReadable` throws if the reader may not read the
 * story.
 */
export function createFlowHistory(
  db: Kysely<DB>,
  requireReadable: (reader: BotReader, botId: string, id: string) => Promise<void>,
) {
  return {
    async versions(reader: BotReader, botId: string, id: string, page: PageQuery) {
      await requireReadable(reader, botId, id);
      const { rows, total } = await historyStore.listVersions(db, id, offsetAndLimitOf(page));
      return { data: rows, meta: pageMetaOf(page, rows.length, total) };
    },

    async version(reader: BotReader, botId: string, id: string, number: number) {
      await requireReadable(reader, botId, id);
      const found = await historyStore.findVersion(db, id, number);
      if (!found) throw notFound();
      return found.version;
    },

    async saves(reader: BotReader, botId: string, id: string, page: PageQuery) {
      await requireReadable(reader, botId, id);
      const { rows, total } = await historyStore.listSavedDrafts(db, id, offsetAndLimitOf(page));
      return { data: rows, meta: pageMetaOf(page, rows.length, total) };
    },

    async savedDraft(reader: BotReader, botId: string, id: string, number: number) {
      await requireReadable(reader, botId, id);
      const found = await historyStore.findSavedDraft(db, id, number);
      if (!found) throw notFound();
      return found;
    },
  };
}
