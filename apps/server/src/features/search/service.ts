import { showDeletedNames } from "@kakehashi/contract/deleted-names";
import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import { toPlainLine } from "@kakehashi/contract/plain-words";
import {
  type MessageContentFilter,
  type MessageHit,
  maximumSearchPageNumber,
  type SearchResults,
  type SearchType,
} from "@kakehashi/contract/search";
import type { UserSummary } from "@kakehashi/contract/users";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { offsetOf } from "../../kit/http/list-bytes.ts";
import type { Log } from "../../kit/log.ts";
import { createExcerpt, parseSearchTerms, type SearchTerm } from "../../kit/text/words.ts";
import type { Events } from "../events/service.ts";
import type { Files } from "../files/service.ts";
import type { Rooms } from "../rooms/service.ts";
import { Indexer } from "./indexer.ts";
import * as store from "./store.ts";

interface SearchQuery {
  q: string;
  type: SearchType;
  in?: string | undefined;
  from?: string | undefined;
  before?: string | undefined;
  after?: string | undefined;
  has?: MessageContentFilter | undefined;
  page: number;
  paging: number;
}

/** Requests one row more than fits on a page. If the database returns it, there is another page. */
const toOffsetAndLimit = ({ page, paging }: { page: number; paging: number }): store.SearchPageRange => ({
  offset: offsetOf({ page, paging }),
  limit: paging + 1,
});

const hasNextPage = (rows: readonly unknown[], { page, paging }: { page: number; paging: number }): boolean =>
  rows.length > paging && page < maximumSearchPageNumber;

type ResultSection = keyof SearchResults;
type HasMoreBySection = Record<ResultSection, boolean>;

export type Search = ReturnType<typeof createSearch>;

export interface SearchDependencies {
  db: Kysely<DB>;
  events: Events;
  rooms: Pick<Rooms, "requireMember" | "idsOf">;
  files: Pick<Files, "describeFiles">;
  log: Log;
}

export function createSearch({ db, events, rooms, files, ...otherDependencies }: SearchDependencies) {
  const log = otherDependencies.log.child({ feature: "search" });
  const indexer = new Indexer(db, (error) => log.error({ err: error }, "Indexing messages failed."));
  const onMessageChange = ({ message }: { message: Message }) =>
    indexer.recordRoomChange(message.conversation_id);
  events.on("MessageSent", onMessageChange);
  events.on("MessageEdited", ({ after }) => onMessageChange({ message: after }));
  events.on("MessageChanged", onMessageChange);
  events.on("ReactionChanged", onMessageChange);
  events.on("TranslationChanged", onMessageChange);
  events.on("MessageDeleted", onMessageChange);
  events.on("RoomChanged", ({ roomId }) => indexer.recordRoomChange(roomId));
  events.on("ChangesMissed", ({ roomId }) => indexer.recordRoomChange(roomId));

  async function messages(
    userId: string,
    terms: SearchTerm[],
    filters: store.MessageFilters,
    page: store.SearchPageRange,
    language: Language,
  ) {
    const rows = await store.findMessages(db, userId, terms, filters, page);
    return rows.map(
      ({ content, created_at, ...row }): MessageHit => ({
        ...row,
        ...createExcerpt(toPlainLine(showDeletedNames(content, language)), terms),
        created_at: created_at.toISOString(),
      }),
    );
  }

  return {
    start: () => indexer.start(),
    catchUp: () => indexer.catchUp(),
    close: () => indexer.close(),

    /**
     * `language` is the language of the reader's interface. In the excerpts, the names of deleted people are replaced
     * by a text in this language, such as "Deleted user".
     */
    async search(
      userId: string,
      query: SearchQuery,
      language: Language,
    ): Promise<{ data: SearchResults; meta: { page: number; paging: number; has_more: HasMoreBySection } }> {
      const { page, paging } = query;
      const data: SearchResults = { messages: [], files: [], people: [], conversations: [] };
      const has_more: HasMoreBySection = {
        messages: false,
        files: false,
        people: false,
        conversations: false,
      };
      const meta = { page, paging, has_more };
      const terms = parseSearchTerms(query.q);
      const hasFilter = Boolean(query.in ?? query.from ?? query.before ?? query.after ?? query.has);
      // Without words to search for, the result is empty, unless the query is empty and a filter is set. A query with
      // only punctuation contains no words.
      if (terms.length === 0 && (query.q !== "" || !hasFilter)) return { data, meta };
      if (query.in) await rooms.requireMember(userId, query.in);
      const roomIds = query.in ? [query.in] : await rooms.idsOf(userId);
      const filters = { ...query, roomIds };
      const window = toOffsetAndLimit(query);

      const loadSection = async <S extends ResultSection>(
        section: S,
        findRows: () => Promise<SearchResults[S]>,
      ) => {
        if (query.type !== "all" && query.type !== section) return;
        const rows = await findRows();
        has_more[section] = hasNextPage(rows, query);
        data[section] = rows.slice(0, paging) as SearchResults[S];
      };
      await Promise.all([
        loadSection("messages", () => messages(userId, terms, filters, window, language)),
        loadSection("files", async () =>
          query.has === "link"
            ? []
            : files.describeFiles(userId, await store.findFileIds(db, terms, filters, window)),
        ),
        // Filters are only for messages and files, so a search with a filter finds no people and no rooms.
        loadSection("people", async () => (hasFilter ? [] : store.findPeople(db, terms, window))),
        loadSection("conversations", async () =>
          hasFilter ? [] : store.findConversations(db, userId, roomIds, terms, window),
        ),
      ]);
      return { data, meta };
    },

    async searchPeople(
      userId: string,
      { q, page, paging }: { q: string; page: number; paging: number },
    ): Promise<{ data: UserSummary[]; meta: { page: number; paging: number; has_more: boolean } }> {
      const terms = parseSearchTerms(q);
      // An empty query returns everybody. A query with only punctuation contains no words and returns nobody.
      const rows =
        terms.length === 0 && q !== ""
          ? []
          : await store.findPeopleSharingRooms(db, userId, terms, toOffsetAndLimit({ page, paging }));
      return {
        data: rows.slice(0, paging),
        meta: { page, paging, has_more: hasNextPage(rows, { page, paging }) },
      };
    },
  };
}
