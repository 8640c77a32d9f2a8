import { Readable } from "node:stream";
import { isDeepStrictEqual } from "node:util";
import {
  findLanguageOfMissingTerm,
  type GlossaryEntry,
  type GlossaryEntryBody,
  type GlossaryEntryChange,
  type GlossaryFormat,
  maximumEntriesPerGlossary,
  type TermTranslation,
} from "@kakehashi/contract/glossary";
import type { CutListPageMeta } from "@kakehashi/contract/kit/page";
import type { Language } from "@kakehashi/contract/languages";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import { DownloadAnswer } from "../../kit/http/download.ts";
import { cutPage, offsetOf } from "../../kit/http/list-bytes.ts";
import { newId } from "../../kit/ids.ts";
import { createKeyedTaskQueue } from "../../kit/turns.ts";
import { type AuditAuthor, recordAudit } from "../audit/service.ts";
import type { Projects } from "../projects/service.ts";
import type { Rooms } from "../rooms/service.ts";
import { createGlossaryAccess } from "./access.ts";
import {
  auditDetailsOfEntry,
  createDuplicateEntryError,
  omitUndefinedFields,
  toGlossaryEntry,
} from "./entries.ts";
import { formatGlossaryCsv, formatGlossaryTbx } from "./files.ts";
import { type ImportedGlossaryEntry, importGlossaryEntries } from "./import.ts";
import * as store from "./store.ts";
import { firmGlossaryScope } from "./store.ts";

export type { ImportedGlossaryEntry } from "./import.ts";

const writersByFormat = {
  tbx: { type: "application/xml; charset=utf-8", write: formatGlossaryTbx },
  csv: { type: "text/csv; charset=utf-8", write: formatGlossaryCsv },
} as const satisfies Record<GlossaryFormat, object>;

type GlossaryEditor = AuditAuthor & { userId: string };

export interface GlossaryDependencies {
  db: Kysely<DB>;
  rooms: Pick<Rooms, "requireMember">;
  projects: Pick<Projects, "findProjectOfRoom" | "requireJoined">;
}

export type Glossary = ReturnType<typeof createGlossary>;

/** Manages the glossaries of the firm and of projects. A glossary lists the agreed terms in each language. */
export function createGlossary({ db, rooms, projects }: GlossaryDependencies) {
  const { requireEditableScope, requireReadableScope, lockEditableEntry } = createGlossaryAccess({
    db,
    projects,
  });

  const runInEntryQueue = createKeyedTaskQueue();
  /** Runs a transaction that changes one entry. Transactions for the same entry run one after the other. */
  const changeEntry = <T>(
    id: string,
    userId: string,
    runChange: (tx: Kysely<DB>) => Promise<T>,
  ): Promise<T> => runInEntryQueue(id, () => db.transaction().execute(runChange), userId);

  async function saveEntry(
    tx: Kysely<DB>,
    glossaryScope: string,
    entry: store.GlossaryEntryColumns,
    userId: string | null,
  ): Promise<store.GlossaryEntryRow> {
    const missingTermField = findLanguageOfMissingTerm(entry);
    if (missingTermField) throw new AppError("ERR.INPUT", { fields: { [missingTermField]: "required" } });
    const entryWithSameTerms = await store.findEntryWithSameTerms(tx, glossaryScope, entry, entry.id);
    if (entryWithSameTerms) throw createDuplicateEntryError(entry, entryWithSameTerms);
    try {
      return await store.saveEntry(tx, glossaryScope, entry, userId);
    } catch (error) {
      // 23505 is PostgreSQL's error code for unique_violation: another person has just saved an entry with these terms.
      if (error instanceof Error && "code" in error && error.code === "23505")
        throw createDuplicateEntryError(entry, entry);
      throw error;
    }
  }

  return {
    async list(
      userId: string,
      filter: {
        search: string;
        page: number;
        paging: number;
        skip?: number | undefined;
        project_id?: string | undefined;
      },
    ): Promise<{ data: GlossaryEntry[]; meta: CutListPageMeta }> {
      const { search, page, paging, project_id } = filter;
      const scope = project_id ? await requireReadableScope(userId, project_id) : firmGlossaryScope;
      const offset = offsetOf(filter);
      const { entries, total } = await store.searchGlossaryEntries(db, scope, {
        search,
        offset,
        limit: paging,
      });
      const hasMore = entries.length > 0 && offset + entries.length < total;
      const { data, ...pageMeta } = cutPage(entries.map(toGlossaryEntry), offset, hasMore);
      return { data, meta: { page, paging, total, ...pageMeta } };
    },

    /** Returns the glossary terms to look for in a text, for a translation from one language into another. */
    async listTermsIn(
      from: Language,
      to: Language,
      readerInRoom: { userId: string; conversationId: string } | null = null,
      skippedCount = 0,
    ): Promise<TermTranslation[]> {
      if (from === to) return [];
      const project = readerInRoom && (await projects.findProjectOfRoom(db, readerInRoom.conversationId));
      if (readerInRoom && project)
        await rooms.requireMember(readerInRoom.userId, readerInRoom.conversationId);
      return store.listTermsToFind(
        db,
        project ? [project, firmGlossaryScope] : [firmGlossaryScope],
        from,
        to,
        skippedCount,
      );
    },

    async add(
      author: GlossaryEditor,
      entryBody: GlossaryEntryBody,
      projectId?: string,
    ): Promise<GlossaryEntry> {
      const glossaryScope = await requireEditableScope(author.userId, projectId);
      return db.transaction().execute(async (tx) => {
        if ((await store.countEntries(tx, glossaryScope)) >= maximumEntriesPerGlossary)
          throw new AppError("GLOSSARY.FULL");
        const id = newId();
        const entry = {
          id,
          en: null,
          vi: null,
          ja: null,
          note: "",
          do_not_translate: false,
          ...omitUndefinedFields(entryBody),
        };
        const entryWithMoreTerms = findLanguageOfMissingTerm(entry)
          ? undefined
          : await store.findEntryContainingAllTerms(tx, glossaryScope, entry);
        if (entryWithMoreTerms) throw createDuplicateEntryError(entry, entryWithMoreTerms);
        const savedEntry = await saveEntry(tx, glossaryScope, entry, author.userId);
        await recordAudit(tx, author, "glossary.add", id, auditDetailsOfEntry(savedEntry));
        return toGlossaryEntry(savedEntry);
      });
    },

    async change(author: GlossaryEditor, id: string, change: GlossaryEntryChange): Promise<GlossaryEntry> {
      const { updated_at: expectedUpdatedAt, ...changedFields } = change;
      return changeEntry(id, author.userId, async (tx) => {
        const { scope, ...presentEntry } = await lockEditableEntry(tx, author.userId, id);
        const { updated_at, ...entryBefore } = presentEntry;
        const entry = { ...entryBefore, ...omitUndefinedFields(changedFields) };
        // The request changes no value, so nothing is stored. A client repeats a request if the first response was
        // lost.
        if (isDeepStrictEqual(entry, entryBefore)) return toGlossaryEntry(presentEntry);
        if (updated_at.getTime() !== Date.parse(expectedUpdatedAt))
          throw new AppError("GLOSSARY.CHANGED", { entry: toGlossaryEntry(presentEntry) });
        const savedEntry = await saveEntry(tx, scope, entry, author.userId);
        await recordAudit(tx, author, "glossary.change", id, {
          before: auditDetailsOfEntry(entryBefore),
          ...auditDetailsOfEntry(savedEntry),
        });
        return toGlossaryEntry(savedEntry);
      });
    },

    async remove(author: GlossaryEditor, id: string): Promise<{ id: string }> {
      await changeEntry(id, author.userId, async (tx) => {
        const removedEntry = await lockEditableEntry(tx, author.userId, id);
        await store.removeEntry(tx, id);
        await recordAudit(tx, author, "glossary.remove", id, auditDetailsOfEntry(removedEntry));
      });
      return { id };
    },

    /** Stores terms from a file in the caller's transaction, in the scope of a project or of the firm. */
    importTerms: (
      tx: Kysely<DB>,
      terms: readonly ImportedGlossaryEntry[],
      importOptions: { userId: string | null; projectId: string | null },
    ) => importGlossaryEntries(tx, importOptions.projectId ?? firmGlossaryScope, terms, importOptions.userId),

    /** Undoes the changes that an import made to the glossary, in the caller's transaction. */
    async undoImported(tx: Kysely<DB>, entries: readonly store.GlossaryChangeToUndo[]) {
      const undoCounts = { undone: 0, kept: 0 };
      for (const entry of entries) {
        const isUndone = await store.undoImportedChange(tx, entry);
        if (isUndone !== undefined) undoCounts[isUndone ? "undone" : "kept"]++;
      }
      return undoCounts;
    },

    /** Returns the whole glossary as a file. */
    async download(
      author: GlossaryEditor,
      format: GlossaryFormat,
      projectId?: string,
    ): Promise<DownloadAnswer> {
      const glossaryScope = await requireEditableScope(author.userId, projectId);
      await recordAudit(db, author, "glossary.export", null, { format, project_id: projectId });
      const { type, write } = writersByFormat[format];
      const entries = await store.listAllEntries(db, glossaryScope);
      return new DownloadAnswer({
        // Each file gets a new ETag, so that browsers never show a cached file.
        etag: newId(),
        type,
        size: null,
        name: `glossary-${new Date().toISOString().slice(0, 10)}.${format}`,
        inline: false,
        open: async () => Readable.from(write(entries), { objectMode: false }),
      });
    },

    /** Stores entries without an author in the caller's transaction. The demo workspace uses this. */
    async addEntries(
      tx: Kysely<DB>,
      entries: readonly Omit<store.GlossaryEntryColumns, "id">[],
    ): Promise<void> {
      for (const entry of entries) await saveEntry(tx, firmGlossaryScope, { ...entry, id: newId() }, null);
    },
  };
}
