import { Readable } from "node:stream";
import type { CutListPageMeta } from "@kakehashi/contract/kit/page";
import type { Language } from "@kakehashi/contract/languages";
import {
  type FoundMemoryUnit,
  type MemoryFormat,
  type MemoryUnit,
  maximumListedMemoryProjects,
  maximumMemorySearchResults,
} from "@kakehashi/contract/memory";
import { canManageMemory } from "@kakehashi/contract/permissions";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import { DownloadAnswer } from "../../kit/http/download.ts";
import { cutPage, offsetOf } from "../../kit/http/list-bytes.ts";
import { newId } from "../../kit/ids.ts";
import { buildTsquery, findHitRanges, parseSearchTerms, type SearchTerm } from "../../kit/text/words.ts";
import { createKeyedTaskQueue } from "../../kit/turns.ts";
import { type AuditAuthor, recordAudit } from "../audit/service.ts";
import type { Projects } from "../projects/service.ts";
import { findLanguageSpeaker } from "../users/service.ts";
import { formatMemoryCsv } from "./csv.ts";
import * as store from "./management-store.ts";
import { replaceDeletedMarksInBatches, replaceDeletedMarksInUnit } from "./shown-names.ts";
import type { TranslationPairRow } from "./store.ts";
import { formatMemoryTmx } from "./tmx.ts";
import { firmMemoryScope, lexemesOfPair } from "./unit.ts";

/** How many translation pairs one query of an export reads. */
const pairsPerExportBatch = 200;

const fileFormats = {
  tmx: { type: "application/xml; charset=utf-8", write: formatMemoryTmx },
  csv: { type: "text/csv; charset=utf-8", write: formatMemoryCsv },
} as const satisfies Record<MemoryFormat, object>;

export interface MemoryManagementDependencies {
  db: Kysely<DB>;
  projects: Pick<Projects, "listNames" | "requireJoined">;
}

/**
 * The functions with which translators and admins search, change, remove and export translation pairs of the firm and
 * of projects.
 */
export function createMemoryManagement({ db, projects }: MemoryManagementDependencies) {
  async function requireMemoryManager(
    userId: string,
    executor: Kysely<DB> = db,
  ): Promise<{ userId: string; isAdmin: boolean }> {
    const speaker = await findLanguageSpeaker(executor, userId);
    if (!speaker || !canManageMemory(speaker.role)) throw new AppError("MEMORY.TRANSLATORS");
    return { userId, isAdmin: speaker.role === "admin" };
  }

  /**
   * Returns the scope of a project's translation memory, or of the firm's. Throws if the person may not edit this
   * memory.
   */
  async function requireEditableScope(
    userId: string,
    projectId: string | null | undefined,
    executor: Kysely<DB> = db,
  ): Promise<string> {
    const memoryManager = await requireMemoryManager(userId, executor);
    if (projectId) await projects.requireJoined(memoryManager, projectId, executor);
    return projectId ?? firmMemoryScope;
  }

  /**
   * Returns a translation pair and locks it until the transaction ends. Throws if the pair belongs to a project's
   * memory that the person may not edit. For a pair of the firm, the caller must have called `requireMemoryManager`.
   */
  async function lockEditablePair(tx: Kysely<DB>, userId: string, id: string): Promise<TranslationPairRow> {
    const unit = await store.lockPair(tx, id);
    if (unit.scope !== firmMemoryScope) await requireEditableScope(userId, unit.scope, tx);
    return unit;
  }

  const runInPairQueue = createKeyedTaskQueue();
  /**
   * Runs a transaction that changes a translation pair. In this process, transactions for the same pair run one after
   * another.
   */
  const runPairTransaction = <T>(
    id: string,
    userId: string,
    changePair: (tx: Kysely<DB>) => Promise<T>,
  ): Promise<T> => runInPairQueue(id, () => db.transaction().execute(changePair), userId);

  return {
    requireScope: requireEditableScope,

    /** Returns the projects whose translation memory and glossary the person may edit. */
    async projects(userId: string) {
      return projects.listNames(await requireMemoryManager(userId), maximumListedMemoryProjects);
    },

    /** `language` is the language of the reader's interface. */
    async searchPairs(
      { userId, language }: { userId: string; language: Language },
      query: {
        search: string;
        page: number;
        paging: number;
        skip?: number | undefined;
        from?: Language | undefined;
        to?: Language | undefined;
        approved?: boolean | undefined;
        project_id?: string | undefined;
      },
    ): Promise<{ data: FoundMemoryUnit[]; meta: CutListPageMeta }> {
      const memoryScope = await requireEditableScope(userId, query.project_id);
      const { search, page, paging, from, to, approved } = query;
      const offset = offsetOf(query);
      const terms = parseSearchTerms(search);
      // A search text without words, such as a single dash, finds nothing.
      if (search !== "" && terms.length === 0)
        return { data: [], meta: { page, paging, total: 0, has_more: false, next: null } };
      const { units, total } = await store.searchPairs(
        db,
        { scope: memoryScope, lexemes: terms.length > 0 ? buildTsquery(terms) : null, from, to, approved },
        { offset, limit: paging, maximum: maximumMemorySearchResults },
      );
      const { data, ...pageMeta } = cutPage(
        units.map((unit) =>
          addHighlightedTerms(replaceDeletedMarksInUnit(toMemoryUnit(unit), language), terms),
        ),
        offset,
        units.length > 0 && offset + units.length < total,
      );
      return { data, meta: { page, paging, total, ...pageMeta } };
    },

    /** Returns the translation pairs as a file. The file is created while it is sent. */
    async download(
      author: AuditAuthor & { userId: string },
      language: Language,
      {
        from,
        to,
        format,
        project_id,
      }: {
        from?: Language | undefined;
        to?: Language | undefined;
        format: MemoryFormat;
        project_id?: string | undefined;
      },
    ): Promise<DownloadAnswer> {
      const memoryScope = await requireEditableScope(author.userId, project_id);
      await recordAudit(db, author, "memory.export", null, { format, from, to, project_id });
      const day = new Date().toISOString().slice(0, 10);
      const { type, write } = fileFormats[format];
      return new DownloadAnswer({
        // Each export gets a new ETag, so that browsers never show a cached export.
        etag: newId(),
        type,
        size: null,
        name: `${["memory", from, to, day].filter(Boolean).join("-")}.${format}`,
        inline: false,
        open: async () =>
          // Without object mode, the limit of the stream's buffer counts bytes, not texts. So the export reads only as
          // many pairs as fit into the buffer.
          Readable.from(
            write(
              replaceDeletedMarksInBatches(
                store.readPairsInBatches(db, { scope: memoryScope, from, to }, pairsPerExportBatch),
                language,
              ),
            ),
            { objectMode: false },
          ),
      });
    },

    async change(
      author: AuditAuthor & { userId: string },
      id: string,
      change: { target?: string | undefined; approved?: boolean | undefined; changed_at: string },
    ): Promise<MemoryUnit> {
      await requireMemoryManager(author.userId);
      try {
        return await runPairTransaction(id, author.userId, async (tx) => {
          const pairBefore = await lockEditablePair(tx, author.userId, id);
          const { target = pairBefore.target, approved = pairBefore.approved } = change;
          // The pair already has these values, so nothing changes. For example, a client repeats a request whose
          // response was lost.
          if (target === pairBefore.target && approved === pairBefore.approved)
            return toMemoryUnit(pairBefore);
          if (pairBefore.changed_at.getTime() !== Date.parse(change.changed_at))
            throw new AppError("MEMORY.CHANGED", { entry: toMemoryUnit(pairBefore) });
          await store.updatePair(tx, id, {
            target,
            approved,
            lexemes: lexemesOfPair(pairBefore.source, target),
          });
          await recordAudit(tx, author, "memory.change", id, {
            from: { target: pairBefore.target, approved: pairBefore.approved },
            to: { target, approved },
          });
          return toMemoryUnit(await store.lockPair(tx, id));
        });
      } catch (error) {
        // PostgreSQL's error code for unique_violation. It means that another pair has the same source text and
        // translation.
        if (error instanceof Error && "code" in error && error.code === "23505")
          throw new AppError("MEMORY.KNOWN");
        throw error;
      }
    },

    async remove(author: AuditAuthor & { userId: string }, id: string): Promise<{ id: string }> {
      await requireMemoryManager(author.userId);
      await runPairTransaction(id, author.userId, async (tx) => {
        const { source, target } = await lockEditablePair(tx, author.userId, id);
        await store.deletePair(tx, id);
        await recordAudit(tx, author, "memory.remove", id, { title: source.slice(0, 100), target });
      });
      return { id };
    },
  };
}

export function toMemoryUnit({
  scope: _,
  user_id,
  updated_at,
  changed_at,
  ...row
}: TranslationPairRow): MemoryUnit {
  const { user_name: name, user_reading: reading, user_latin_name: latin_name, ...unit } = row;
  return {
    ...unit,
    user:
      user_id === null
        ? null
        : { id: user_id, name: name ?? "", reading: reading ?? "", latin_name: latin_name ?? "" },
    updated_at: updated_at.toISOString(),
    changed_at: changed_at.toISOString(),
  };
}

/** Maximum number of search words that are highlighted in one text of a search result. */
const maximumHighlightedTerms = 200;

const addHighlightedTerms = (unit: MemoryUnit, terms: readonly SearchTerm[]): FoundMemoryUnit => ({
  ...unit,
  source_marks: findHitRanges(unit.source, terms).slice(0, maximumHighlightedTerms),
  target_marks: findHitRanges(unit.target, terms).slice(0, maximumHighlightedTerms),
});
