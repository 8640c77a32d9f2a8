import { canTranslateBot } from "@kakehashi/contract/bot-permissions";
import {
  type BotText,
  type BotTextJob,
  type BotTextNeighbour,
  type BotTextsOfLanguage,
  maximumListedTexts,
  maximumOwnTexts,
  maximumTextJobs,
  neighbourTexts,
} from "@kakehashi/contract/bot-texts";
import type { Bot } from "@kakehashi/contract/bots";
import type { Language } from "@kakehashi/contract/languages";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, notFound } from "../../kit/errors.ts";
import { cutPage, firstFitting } from "../../kit/http/list-bytes.ts";
import type { Bots } from "../bots/service.ts";
import { limitOf } from "./checks.ts";
import type { Containers } from "./containers.ts";
import { listOpenRequests } from "./figures-store.ts";
import * as store from "./store.ts";
import { keyOf, type Place, type PlacedText, type Standing, standingOf } from "./waiting.ts";

export interface Person {
  readonly userId: string;
  readonly isAdmin: boolean;
}

/** A text in one language that has something to translate it from. */
export interface FoundText {
  readonly text: PlacedText;
  readonly standing: Standing;
  readonly work: store.Work | undefined;
}

/** What is known of a bot's texts at one moment. */
export interface Sight {
  readonly bot: Bot;
  readonly texts: readonly PlacedText[];
  readonly works: ReadonlyMap<string, store.Work>;
  readonly speakers: readonly store.BotSpeaker[];
}

export interface ReadingParts {
  readonly db: Kysely<DB>;
  readonly bots: Pick<Bots, "require">;
  readonly containers: Pick<Containers, "read">;
}

const isWaiting = ({ text, standing }: FoundText) => standing.state !== "DONE" && !text.isSent;

/** Returns a text in this language. Null if nobody can translate it, because no other language has it. */
export function foundIn({ bot, works }: Sight, text: PlacedText, language: Language): FoundText | null {
  const work = works.get(keyOf(text, language));
  const standing = standingOf(text, language, bot.languages, work);
  return standing && { text, standing, work };
}

/** Returns the texts that wait for a translation into this language, in their order. */
export const waitingIn = (sight: Sight, language: Language): FoundText[] =>
  sight.bot.languages.includes(language)
    ? sight.texts.flatMap((text) => foundIn(sight, text, language) ?? []).filter(isWaiting)
    : [];

/** Whether this person of the bot translates from one language into the other. */
export const translates = ({ bot, speakers }: Sight, userId: string, from: Language, to: Language): boolean =>
  speakers.some(
    (speaker) => speaker.person.id === userId && canTranslateBot(bot.part, speaker, { from, to }),
  );

export function presentText(sight: Sight, found: FoundText, language: Language): BotText {
  const { bot, speakers } = sight;
  const { text, standing, work } = found;
  const personOf = (id: string | null | undefined) =>
    speakers.find(({ person }) => person.id === id)?.person ?? null;
  const holder = personOf(work?.claimed_by);
  return {
    container_id: text.container_id,
    field: text.field,
    bot: { id: bot.id, name: bot.name },
    container: text.container,
    block_type: text.blockType,
    group: text.group,
    language,
    ...standing,
    ...limitOf(text, bot.platforms),
    claimed_by: holder,
    claimed_at: holder && work?.claimed_at ? work.claimed_at.toISOString() : null,
    handed_over_by: holder && personOf(work?.handed_over_by),
    hand_over_note: holder && work ? work.hand_over_note : "",
  };
}

/** What people read about the texts of bots that are to be translated. */
export function createReading({ db, bots, containers }: ReadingParts) {
  /** Reads the texts of a bot. With a `containerId`, only those of this container. */
  async function see(
    executor: Kysely<DB>,
    reader: Person,
    botId: string,
    containerId: string | null = null,
  ): Promise<Sight> {
    const bot = await bots.require(executor, reader, botId, "read");
    const texts = await containers.read(executor, botId, containerId);
    const works = await store.listWorks(executor, botId, containerId);
    return {
      bot,
      texts,
      works: new Map(works.map((work) => [keyOf(work, work.language), work])),
      speakers: await store.listSpeakers(executor, botId),
    };
  }

  function find(sight: Sight, at: Place, language: Language): FoundText {
    if (!sight.bot.languages.includes(language)) throw new AppError("BOT_TEXT.LANGUAGE");
    const text = sight.texts.find((one) => keyOf(one, language) === keyOf(at, language));
    const found = text && foundIn(sight, text, language);
    if (!found) throw notFound();
    return found;
  }

  /** Returns a text for a person who translates it. Throws if it is gone or if they do not translate it. */
  function findOwn(sight: Sight, userId: string, at: Place, language: Language): FoundText {
    const found = find(sight, at, language);
    if (!translates(sight, userId, found.standing.source_language, language))
      throw new AppError("TRANSLATION.LANGUAGES");
    return found;
  }

  const waitingFor = (sight: Sight, userId: string, language: Language): FoundText[] =>
    waitingIn(sight, language).filter(({ standing }) =>
      translates(sight, userId, standing.source_language, language),
    );

  function summaryOf(
    sight: Sight,
    language: Language,
    requests: readonly store.Request[],
  ): BotTextsOfLanguage {
    const waiting = waitingIn(sight, language);
    const request = requests.find((one) => one.language === language);
    const isOpen = request !== undefined && request.done_at === null && waiting.length > 0;
    const holders = new Set(waiting.map(({ work }) => work?.claimed_by));
    const sources = new Set(waiting.map(({ standing }) => standing.source_language));
    const people = sight.speakers.map(({ person }) => person);
    return {
      language,
      missing: waiting.filter(({ standing }) => standing.state === "MISSING").length,
      outdated: waiting.filter(({ standing }) => standing.state === "OUTDATED").length,
      request: isOpen ? { asked_by: request.asked_by, asked_at: request.asked_at.toISOString() } : null,
      done_at: request?.done_at?.toISOString() ?? null,
      working: people.filter(({ id }) => holders.has(id)),
      translators: people.filter(({ id }) =>
        [...sources].some((from) => translates(sight, id, from, language)),
      ).length,
    };
  }

  return {
    see,
    findOwn,
    summaryOf,

    /** What waits in each language of a bot. */
    async overview(reader: Person, botId: string) {
      const sight = await see(db, reader, botId);
      const requests = await store.listRequests(db, botId);
      return {
        languages: sight.bot.languages.map((language) => summaryOf(sight, language, requests)),
        outdated: sight.bot.languages
          .flatMap((language) =>
            waitingIn(sight, language)
              .filter(({ standing }) => standing.state === "OUTDATED")
              .map(({ text: { container_id, field } }) => ({ container_id, field, language })),
          )
          .slice(0, maximumListedTexts),
      };
    },

    /** The bots whose texts wait for this person. */
    async jobs(reader: Person): Promise<BotTextJob[]> {
      const jobs: BotTextJob[] = [];
      const sights = new Map<string, Sight>();
      for (const request of await store.listOpenFor(db, reader.userId, maximumTextJobs)) {
        const { bot_id, language, asked_by, asked_at } = request;
        const sight = sights.get(bot_id) ?? (await see(db, reader, bot_id));
        sights.set(bot_id, sight);
        const waiting = waitingFor(sight, reader.userId, language);
        if (waiting.length === 0) continue;
        const isOfOther = ({ work }: FoundText) =>
          Boolean(work?.claimed_by) && work?.claimed_by !== reader.userId;
        jobs.push({
          bot: { id: bot_id, name: sight.bot.name },
          language,
          asked_by,
          asked_at: asked_at.toISOString(),
          waiting: waiting.length,
          sources: [...new Set(waiting.map(({ standing }) => standing.source_language))],
          claimed: waiting.filter(isOfOther).length,
        });
      }
      return jobs;
    },

    /** The texts of one job. Empty if nobody asks for them any more. */
    async list(
      reader: Person,
      botId: string,
      language: Language,
      { skip = 0, source }: { skip?: number | undefined; source?: Language | undefined },
    ) {
      const sight = await see(db, reader, botId);
      const requests = await store.listRequests(db, botId);
      const isOpen = requests.some((one) => one.language === language && one.done_at === null);
      const isShown = isOpen && sight.bot.archived_at === null;
      const waiting = (isShown ? waitingFor(sight, reader.userId, language) : []).filter(
        ({ standing }) => source === undefined || standing.source_language === source,
      );
      const page = waiting
        .slice(skip, skip + maximumListedTexts)
        .map((found) => presentText(sight, found, language));
      const { data, next } = cutPage(page, skip, skip + page.length < waiting.length);
      return { data, meta: { next } };
    },

    /** How many texts wait in each bot of a person in which texts are asked for. */
    async countWaiting(reader: Person): Promise<Map<string, { name: string; waiting: number }>> {
      const counts = new Map<string, { name: string; waiting: number }>();
      const sights = new Map<string, Sight>();
      for (const { bot_id, language } of await listOpenRequests(db, reader.userId)) {
        const sight = sights.get(bot_id) ?? (await see(db, reader, bot_id));
        sights.set(bot_id, sight);
        const before = counts.get(bot_id)?.waiting ?? 0;
        const waiting = before + waitingIn(sight, language).length;
        counts.set(bot_id, { name: sight.bot.name, waiting });
      }
      return counts;
    },

    /** The texts that a person is translating or has translated. */
    async own(reader: Person, into: Language | null) {
      const sights = new Map<string, Sight>();
      const texts: BotText[] = [];
      for (const { bot_id, language, ...at } of await store.listOwn(
        db,
        reader.userId,
        into,
        maximumOwnTexts,
      )) {
        const sight = sights.get(bot_id) ?? (await see(db, reader, bot_id));
        sights.set(bot_id, sight);
        const text = sight.texts.find((one) => keyOf(one, language) === keyOf(at, language));
        const found = text && sight.bot.languages.includes(language) && foundIn(sight, text, language);
        if (found && translates(sight, reader.userId, found.standing.source_language, language))
          texts.push(presentText(sight, found, language));
      }
      return firstFitting(texts).data;
    },

    /** One text with those around it. */
    async view(reader: Person, botId: string, at: Place, language: Language) {
      const sight = await see(db, reader, botId, at.container_id);
      const found = findOwn(sight, reader.userId, at, language);
      const { source_language: from } = found.standing;
      const around = sight.texts.filter(
        (text) => text === found.text || (text.texts[from] ?? "").trim() !== "",
      );
      const index = around.indexOf(found.text);
      const neighbour = ({ container_id, field, texts }: PlacedText): BotTextNeighbour => ({
        container_id,
        field,
        source: texts[from] ?? "",
        target: texts[language] ?? "",
      });
      const draft = await store.findDraft(db, { ...at, language }, reader.userId);
      const requests = await store.listRequests(db, botId);
      return {
        text: presentText(sight, found, language),
        above: around.slice(Math.max(0, index - neighbourTexts), index).map(neighbour),
        below: around.slice(index + 1, index + 1 + neighbourTexts).map(neighbour),
        draft: draft ? { content: draft.content, edited_at: draft.edited_at.toISOString() } : null,
        is_asked: requests.some((one) => one.language === language),
        bot_archived: sight.bot.archived_at !== null,
        is_sent: found.text.isSent ?? false,
      };
    },
  };
}
