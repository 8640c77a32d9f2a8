import { Readable } from "node:stream";
import { differencesOf } from "@kakehashi/contract/differences";
import type { CutPageMeta } from "@kakehashi/contract/kit/page";
import type { Language } from "@kakehashi/contract/languages";
import {
  type MemoryFormat,
  type MemoryHit,
  type MemoryUnit,
  maximumMemoryHits,
  maximumMemoryProjects,
  maximumSuggestions,
  type Suggestion,
  suggestionPercent,
} from "@kakehashi/contract/memory";
import { withPlainMentions } from "@kakehashi/contract/mentions";
import type { Message } from "@kakehashi/contract/messages";
import { canTranslate, keepsMemory } from "@kakehashi/contract/permissions";
import { foldForMatch } from "@kakehashi/contract/translation-checks/folded";
import type { MessageTranslation } from "@kakehashi/contract/translation-states";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import { Download } from "../../kit/http/download.ts";
import { cutPage, firstFitting, offsetOf } from "../../kit/http/list-bytes.ts";
import type { Router } from "../../kit/http/route.ts";
import { newId } from "../../kit/ids.ts";
import { marksOf, type Term, termsOf, tsqueryOf } from "../../kit/text/words.ts";
import { type Author, record } from "../audit/service.ts";
import type { Events } from "../events/service.ts";
import type { Messages } from "../messages/service.ts";
import type { Projects } from "../projects/service.ts";
import { findSpeaker } from "../users/service.ts";
import { csvOf } from "./csv.ts";
import type { GramCounts, Pair } from "./grams.ts";
import { memoryRoutes } from "./routes.ts";
import { findSimilar } from "./similar.ts";
import * as store from "./store.ts";
import { tmxOf } from "./tmx.ts";
import { type FilePair, firmScope, type GivenPair, lexemesOfPair, unitOf } from "./unit.ts";

export type { FilePair, GivenPair } from "./unit.ts";

/** Milliseconds for which the counts of frequent pieces are cached. They only influence the speed, not the results. */
const countsLast = 10 * 60_000;

/** Pairs that an export reads in one statement. */
const exportedAtOnce = 200;

const fileFormats = {
  tmx: { type: "application/xml; charset=utf-8", write: tmxOf },
  csv: { type: "text/csv; charset=utf-8", write: csvOf },
} as const satisfies Record<MemoryFormat, object>;

export interface MemoryParts {
  db: Kysely<DB>;
  events: Events;
  messages: Messages;
  projects: Pick<Projects, "ofRoom" | "namesFor" | "requireJoined">;
}

export type Memory = ReturnType<typeof createMemory>;

/** The translation memory. It stores what people translate, and suggests it for similar texts. */
export function createMemory({ db, events, messages, projects }: MemoryParts) {
  let counts: { at: number; promise: Promise<GramCounts> } | undefined;
  const gramCounts = (): Promise<GramCounts> => {
    if (!counts || Date.now() - counts.at > countsLast) {
      counts = { at: Date.now(), promise: store.readGramCounts(db) };
      // After an error, the next call reads them again.
      counts.promise.catch(() => {
        counts = undefined;
      });
    }
    return counts.promise;
  };

  /** Stores pairs in the caller's transaction and returns how many are new. Pairs with a blank text are skipped. */
  async function remember(tx: Kysely<DB>, pairs: readonly GivenPair[]): Promise<number> {
    const units = pairs
      .filter(({ from, to, source, target }) => from !== to && source.trim() !== "" && target.trim() !== "")
      .map(unitOf);
    return store.insertUnits(tx, units);
  }

  /** What two people say to each other is suggested to nobody else, and what a project's people say to no other project. */
  async function scopeOf(tx: Kysely<DB>, conversationId: string): Promise<string> {
    if (await store.isPrivate(tx, conversationId)) return conversationId;
    return (await projects.ofRoom(tx, conversationId)) ?? firmScope;
  }

  /** The pair belongs to the translation's author. If no person wrote it, it belongs to the person who took the step. */
  const findPair = async (
    tx: Kysely<DB>,
    message: Message,
    { language, content, user_id }: MessageTranslation,
    stepBy: string,
  ) => ({
    from: message.language,
    to: language,
    source: message.content,
    target: content,
    userId: user_id ?? stepBy,
    messageId: message.id,
    conversationId: message.conversation_id,
    scope: await scopeOf(tx, message.conversation_id),
  });
  events.onWrite("TranslationSubmitted", async (tx, { message, translation, userId }) => {
    if (translation.origin !== "PERSON") return;
    await remember(tx, [{ ...(await findPair(tx, message, translation, userId)), approved: false }]);
  });
  events.onWrite("TranslationApproved", async (tx, { message, translation, userId }) => {
    await remember(tx, [{ ...(await findPair(tx, message, translation, userId)), approved: true }]);
  });
  events.onWrite("TranslationRejected", async (tx, { message, translation }) => {
    await store.forgetMessage(tx, message.id, translation.content);
  });
  events.onWrite("MessageDeleted", async (tx, { message }) => {
    await store.forgetMessage(tx, message.id);
  });

  async function requireKeeper(userId: string): Promise<{ userId: string; isAdmin: boolean }> {
    const speaker = await findSpeaker(db, userId);
    if (!speaker || !keepsMemory(speaker.role)) throw new AppError("MEMORY.TRANSLATORS");
    return { userId, isAdmin: speaker.role === "admin" };
  }

  /** The scope of a project, or of the firm. Throws where the person does not keep it. */
  async function requireScope(userId: string, projectId: string | null | undefined): Promise<string> {
    const keeper = await requireKeeper(userId);
    if (projectId) await projects.requireJoined(keeper, projectId);
    return projectId ?? firmScope;
  }

  /** A pair that the person keeps, locked. */
  async function lockKept(tx: Kysely<DB>, userId: string, id: string): Promise<store.UnitRow> {
    const unit = await store.lockUnit(tx, id);
    if (unit.scope !== firmScope) await requireScope(userId, unit.scope);
    return unit;
  }

  return {
    remember,
    requireScope,

    /** Projects whose memory and glossary the person keeps. */
    async projects(userId: string) {
      return projects.namesFor(await requireKeeper(userId), maximumMemoryProjects);
    },

    /**
     * Writes pairs of a file in the caller's transaction, into the scope of a project or of the firm. `given.approved` is for those of which the file does
     * not say whether somebody approved them.
     */
    importPairs: (
      tx: Kysely<DB>,
      pairs: readonly FilePair[],
      given: { approved: boolean; projectId: string | null },
    ): Promise<{ added: number; replaced: number }> =>
      store.importUnits(
        tx,
        pairs.map((pair) =>
          unitOf({
            ...pair,
            approved: pair.approved ?? given.approved,
            scope: given.projectId ?? firmScope,
          }),
        ),
      ),

    /** What was approved for the very same words, in the conversation's project or in the firm; undefined where nothing was. */
    async exactApproved(pair: Pair, text: string, conversationId: string) {
      const project = await projects.ofRoom(db, conversationId);
      return store.findApproved(db, pair, project ? [project, firmScope] : [firmScope], foldForMatch(text));
    },

    async suggest(userId: string, messageId: string, language: Language): Promise<Suggestion[]> {
      const message = await messages.oneOfMine(userId, messageId);
      if (message.language === language) throw new AppError("TRANSLATION.SAME_LANGUAGE");
      const speaker = await findSpeaker(db, userId);
      const pair = { from: message.language, to: language };
      if (!speaker || !canTranslate(speaker, "write", pair)) throw new AppError("TRANSLATION.LANGUAGES");
      const folded = foldForMatch(message.content);
      if (message.deleted || folded === "") return [];
      const project = await projects.ofRoom(db, message.conversation_id);
      const scopes = [firmScope, message.conversation_id, ...(project ? [project] : [])];
      const similar = await findSimilar(
        db,
        await gramCounts(),
        pair,
        folded,
        scopes,
        suggestionPercent / 100,
      );
      // Reads more than are shown, because the reader may not see all of them.
      const ids = similar.slice(0, 10 * maximumSuggestions).map(({ id }) => id);
      const reader = { userId, canSeeAll: keepsMemory(speaker.role) };
      const units = new Map((await store.findUnits(db, ids, reader)).map((unit) => [unit.id, unit]));
      const hits = similar.flatMap(({ id, similarity: share }) => {
        const unit = units.get(id);
        return unit ? [{ unit, percentage: Math.floor(share * 100 + 1e-9) }] : [];
      });
      hits.sort(
        (a, b) =>
          b.percentage - a.percentage ||
          Number(b.unit.scope === project) - Number(a.unit.scope === project) ||
          Number(b.unit.approved) - Number(a.unit.approved) ||
          Number(b.unit.updated_at) - Number(a.unit.updated_at),
      );
      return firstFitting(
        hits.slice(0, maximumSuggestions).map(({ unit, percentage }) => ({
          ...toUnit(unit),
          percentage,
          differences: differencesOf(withPlainMentions(unit.source), withPlainMentions(message.content)),
        })),
      ).data;
    },

    async search(
      userId: string,
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
    ): Promise<{ data: MemoryHit[]; meta: CutPageMeta }> {
      const scope = await requireScope(userId, query.project_id);
      const { search, page, paging, from, to, approved } = query;
      const offset = offsetOf(query);
      const terms = termsOf(search);
      // A query without searchable words, such as a single dash, finds nothing.
      if (search !== "" && terms.length === 0)
        return { data: [], meta: { page, paging, total: 0, has_more: false, next: null } };
      const { units, total } = await store.searchUnits(
        db,
        { scope, lexemes: terms.length > 0 ? tsqueryOf(terms) : null, from, to, approved },
        { offset, limit: paging, most: maximumMemoryHits },
      );
      const { data, ...rest } = cutPage(
        units.map((unit) => withMarks(toUnit(unit), terms)),
        offset,
        units.length > 0 && offset + units.length < total,
      );
      return { data, meta: { page, paging, total, ...rest } };
    },

    /** The pairs as a file that is written while it is sent. */
    async download(
      author: Author & { userId: string },
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
    ): Promise<Download> {
      const scope = await requireScope(author.userId, project_id);
      await record(db, author, "memory.export", null, { format, from, to, project_id });
      const day = new Date().toISOString().slice(0, 10);
      const { type, write } = fileFormats[format];
      return new Download({
        // A new name for each file, so that browsers do not use a cached one.
        etag: newId(),
        type,
        size: null,
        name: `${["memory", from, to, day].filter(Boolean).join("-")}.${format}`,
        inline: false,
        open: async () =>
          // The stream's buffer is measured in bytes, so that no more is read than is sent.
          Readable.from(write(store.unitsInBatches(db, { scope, from, to }, exportedAtOnce)), {
            objectMode: false,
          }),
      });
    },

    async change(
      author: Author & { userId: string },
      id: string,
      change: { target?: string | undefined; approved?: boolean | undefined },
    ): Promise<MemoryUnit> {
      await requireKeeper(author.userId);
      try {
        return await db.transaction().execute(async (tx) => {
          const before = await lockKept(tx, author.userId, id);
          const { target = before.target, approved = before.approved } = change;
          await store.updateUnit(tx, id, { target, approved, lexemes: lexemesOfPair(before.source, target) });
          await record(tx, author, "memory.change", id, {
            from: { target: before.target, approved: before.approved },
            to: { target, approved },
          });
          return toUnit(await store.lockUnit(tx, id));
        });
      } catch (error) {
        // unique_violation
        if (error instanceof Error && "code" in error && error.code === "23505")
          throw new AppError("MEMORY.KNOWN");
        throw error;
      }
    },

    async remove(author: Author & { userId: string }, id: string): Promise<{ id: string }> {
      await requireKeeper(author.userId);
      await db.transaction().execute(async (tx) => {
        const { source, target } = await lockKept(tx, author.userId, id);
        await store.deleteUnit(tx, id);
        await record(tx, author, "memory.remove", id, { title: source.slice(0, 100), target });
      });
      return { id };
    },

    routes({ route }: Router): void {
      memoryRoutes(route, this);
    },
  };
}

function toUnit({ scope: _, user_id, user_name, updated_at, ...unit }: store.UnitRow): MemoryUnit {
  return {
    ...unit,
    user: user_id === null ? null : { id: user_id, name: user_name ?? "" },
    updated_at: updated_at.toISOString(),
  };
}

/** The most marks that are shown in one text. */
const maximumMarks = 200;

const withMarks = (unit: MemoryUnit, terms: readonly Term[]): MemoryHit => ({
  ...unit,
  source_marks: marksOf(unit.source, terms).slice(0, maximumMarks),
  target_marks: marksOf(unit.target, terms).slice(0, maximumMarks),
});
