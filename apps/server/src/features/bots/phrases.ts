import {
  type BotPhrase,
  type BotPhraseBody,
  maximumKeywordCharactersPerBot,
  maximumPatternPhrasesPerBot,
  maximumPhraseMatches,
  maximumPhrasesPerBot,
} from "@kakehashi/contract/bot-phrases";
import type { Bot } from "@kakehashi/contract/bots";
import type { PartialTextsByLanguage } from "@kakehashi/contract/flows/texts";
import type { Kysely } from "kysely";
import { LRUCache } from "lru-cache";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import { cutPage, firstFittingItems, offsetOf } from "../../kit/http/list-bytes.ts";
import { newId } from "../../kit/ids.ts";
import { type BotContentChangeDependencies, createBotContentChange } from "./part-changes.ts";
import type { BotActor } from "./person.ts";
import {
  requireExistingPhraseTarget,
  requireValidKeywordsOfPhrases,
  requireValidPhraseKeywords,
} from "./phrase-checks.ts";
import { compilePhrases, foldWords, type PhraseMatch, type PhraseMatcher } from "./phrase-matcher.ts";
import * as store from "./phrase-store.ts";
import { findMatchAsWritten } from "./phrase-written.ts";
import type { BotReader } from "./store.ts";

/**
 * Maximum number of bots whose compiled phrases stay in memory. All their keywords together have at most
 * `maximumCachedCharacters` characters.
 */
const maximumCachedMatchers = 200;
const maximumCachedCharacters = 4 * maximumKeywordCharactersPerBot;

export type Phrases = ReturnType<typeof createPhrases>;

/** Manages the phrases of bots. A phrase answers a message that no block waits for. */
export function createPhrases(dependencies: BotContentChangeDependencies) {
  const { db, findBot: find } = dependencies;
  const matchers = new LRUCache<string, { version: number; matcher: PhraseMatcher }>({
    max: maximumCachedMatchers,
    maxSize: maximumCachedCharacters,
  });

  /**
   * Returns a bot's compiled phrases from the cache. Each call first reads the phrases' version number from the
   * database, because another process may have changed the phrases.
   */
  async function findCachedMatcher(executor: Kysely<DB>, botId: string): Promise<PhraseMatcher> {
    const version = (await store.findPhraseListVersion(executor, botId)) ?? 0;
    const cachedMatcher = matchers.get(botId);
    if (cachedMatcher?.version === version) return cachedMatcher.matcher;
    const phrases = await store.listEnabledPhrasesForMatcher(executor, botId);
    const matcher = compilePhrases(phrases);
    const characters = phrases.reduce((sum, { keywords }) => sum + keywords.join("").length, 0);
    matchers.set(botId, { version, matcher }, { size: characters + 1 });
    return matcher;
  }

  async function findPhrase(executor: Kysely<DB>, botId: string, id: string): Promise<BotPhrase> {
    const [phrase] = await store.findPhrases(executor, botId, [id]);
    if (!phrase) throw createNotFoundError();
    return phrase;
  }

  const { change, rewriteTexts: rewrite } = createBotContentChange(
    dependencies,
    "phrases",
    store.raisePhraseListVersion,
  );

  /**
   * Throws if a bot has too many phrases, patterns or keyword characters. Call this after a change: the error rolls the
   * change back.
   */
  async function checkPhraseLimits(tx: Kysely<DB>, botId: string): Promise<void> {
    const { phrases, patterns, characters } = await store.readPhraseListSize(tx, botId);
    if (phrases > maximumPhrasesPerBot) throw new AppError("BOT.TOO_MANY_PHRASES");
    if (patterns > maximumPatternPhrasesPerBot) throw new AppError("BOT.TOO_MANY_PATTERNS");
    if (characters > maximumKeywordCharactersPerBot) throw new AppError("BOT.KEYWORDS_TOO_LONG");
  }

  return {
    async list(
      reader: BotReader,
      botId: string,
      query: { page: number; paging: number; skip?: number | undefined; search?: string | undefined },
    ) {
      await find(db, reader, botId, "read");
      const { page, paging, search = "" } = query;
      const offset = offsetOf(query);
      const { phrases, total } = await store.listPhrases(db, botId, search.trim(), { offset, limit: paging });
      const { data, has_more, next } = cutPage(phrases, offset, offset + phrases.length < total);
      return { data, meta: { page, paging, total, has_more, next } };
    },

    async create(person: BotActor, botId: string, body: BotPhraseBody): Promise<BotPhrase> {
      requireValidPhraseKeywords(body);
      const id = newId();
      await change(person, botId, async (tx) => {
        await requireExistingPhraseTarget(tx, botId, body.target);
        await store.insertPhrase(tx, { id, botId, userId: person.userId }, body);
        await checkPhraseLimits(tx, botId);
      });
      return findPhrase(db, botId, id);
    },

    /**
     * Writes all phrases of a new bot, in the order of `phraseBodies`. The fields of an error begin with `phrases.0`,
     * `phrases.1` and so on.
     */
    async insertAll(
      tx: Kysely<DB>,
      botAndPerson: { botId: string; userId: string },
      phraseBodies: readonly BotPhraseBody[],
    ): Promise<void> {
      // Check the number of patterns first, because compiling each pattern takes time.
      const patterns = phraseBodies.flatMap(({ kind, keywords }) => (kind === "pattern" ? keywords : []));
      if (patterns.length > maximumPatternPhrasesPerBot) throw new AppError("BOT.TOO_MANY_PATTERNS");
      requireValidKeywordsOfPhrases(
        phraseBodies.map((phrase, index) => ({ path: `phrases.${index}.`, phrase })),
      );
      await store.insertPhrases(
        tx,
        botAndPerson,
        phraseBodies.map((body) => ({ id: newId(), ...body })),
      );
      await checkPhraseLimits(tx, botAndPerson.botId);
    },

    async change(
      person: BotActor,
      botId: string,
      id: string,
      { revision, ...phraseChange }: store.PhraseChange & { revision: number },
    ): Promise<BotPhrase> {
      await change(person, botId, async (tx) => {
        const previousPhrase = await findPhrase(tx, botId, id);
        if (previousPhrase.revision !== revision) throw new AppError("BOT.EDITED");
        const kind = phraseChange.kind ?? previousPhrase.kind;
        requireValidPhraseKeywords({
          kind,
          keywords: [...(phraseChange.keywords ?? previousPhrase.keywords)],
        });
        if (phraseChange.target) await requireExistingPhraseTarget(tx, botId, phraseChange.target);
        await store.updatePhrase(tx, id, phraseChange, person.userId);
        await checkPhraseLimits(tx, botId);
      });
      return findPhrase(db, botId, id);
    },

    /**
     * Returns the phrases that answer with a text, in the order of the bot's list. The caller must have checked the
     * reader's permission.
     */
    texts: (executor: Kysely<DB>, botId: string, id: string | null): Promise<store.PhraseAnswerText[]> =>
      store.listAnswerTextsOfPhrases(executor, botId, id),

    /**
     * Replaces the answer of a phrase with a translation, and stores it as the phrase's next revision. `rewriteText` checks
     * the translator's permission and returns the new text. Throws "not found" if the phrase does not answer with a
     * text.
     */
    rewrite: (
      person: BotActor,
      botId: string,
      id: string,
      rewriteText: (
        tx: Kysely<DB>,
        text: PartialTextsByLanguage,
        bot: Bot,
      ) => Promise<PartialTextsByLanguage>,
    ): Promise<void> =>
      rewrite(person, botId, async (tx, bot) => {
        const { target } = await findPhrase(tx, botId, id);
        if (target.kind !== "answer") throw createNotFoundError();
        const text = await rewriteText(tx, target.text, bot);
        await store.updatePhrase(tx, id, { target: { kind: "answer", text } }, person.userId);
      }),

    async movePhrase(person: BotActor, botId: string, id: string, afterId: string | null): Promise<void> {
      await change(person, botId, async (tx) => {
        await findPhrase(tx, botId, id);
        if (afterId !== id && !(await store.movePhrase(tx, botId, id, afterId)))
          throw new AppError("ERR.INPUT", { fields: { after_id: "choice" } });
      });
    },

    async remove(person: BotActor, botId: string, id: string): Promise<void> {
      await change(person, botId, async (tx) => {
        await findPhrase(tx, botId, id);
        await store.deletePhrase(tx, id);
      });
    },

    /**
     * Returns the phrases that match a message, each with the keyword that matches. People who work on the bot use this
     * to test its phrases.
     */
    async testMessage(reader: BotReader, botId: string, text: string) {
      await find(db, reader, botId, "read");
      const matches = (await findCachedMatcher(db, botId)).find(text, maximumPhraseMatches);
      const phrases = await store.findPhrases(
        db,
        botId,
        matches.map(({ phraseId }) => phraseId),
      );
      const phrasesById = new Map(phrases.map((phrase) => [phrase.id, phrase]));
      return {
        folded: foldWords(text),
        matches: firstFittingItems(
          matches.flatMap(({ phraseId, ...phraseMatch }) => {
            const phrase = phrasesById.get(phraseId);
            return phrase
              ? [{ phrase, ...phraseMatch, found: findMatchAsWritten(text, phraseMatch.found) }]
              : [];
          }),
        ).data,
      };
    },

    /** Returns the phrases that fit a visitor's message, in the order of the bot's list. */
    async findMatching(executor: Kysely<DB>, botId: string, text: string): Promise<BotPhrase[]> {
      const matches: PhraseMatch[] = (await findCachedMatcher(executor, botId)).find(
        text,
        maximumPhraseMatches,
      );
      if (matches.length === 0) return [];
      const ids = matches.map(({ phraseId }) => phraseId);
      const phrases = await store.findPhrases(executor, botId, ids);
      return phrases.sort(
        (firstPhrase, secondPhrase) => ids.indexOf(firstPhrase.id) - ids.indexOf(secondPhrase.id),
      );
    },
  };
}
