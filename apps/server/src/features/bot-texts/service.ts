import type { BotText, BotTextsOfLanguage } from "@kakehashi/contract/bot-texts";
import { withBlockText } from "@kakehashi/contract/flows/block-texts";
import type { Flow } from "@kakehashi/contract/flows/flow";
import type { Language } from "@kakehashi/contract/languages";
import type { Suggestion } from "@kakehashi/contract/memory";
import type { PersonalEvent } from "@kakehashi/contract/notifications";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import type { Router } from "../../kit/http/route.ts";
import { type Author, record } from "../audit/service.ts";
import type { Bots } from "../bots/service.ts";
import type { Live } from "../live/service.ts";
import type { Memory } from "../memory/service.ts";
import type { Notifications } from "../notifications/service.ts";
import { requireLength, requirePlaceholders } from "./checks.ts";
import { createReading, type Person, presentText, type Sight, waitingIn } from "./reading.ts";
import { botTextRoutes } from "./routes.ts";
import * as store from "./store.ts";
import { keyOf, type Place, textsOfStory } from "./waiting.ts";

export interface BotTextParts {
  db: Kysely<DB>;
  live: Pick<Live, "toUser">;
  bots: Pick<Bots, "require" | "requireIn" | "peopleOf" | "flows">;
  memory: Pick<Memory, "remember" | "suggestForText">;
  notifications: Pick<Notifications, "write" | "announce">;
}

export type BotTexts = ReturnType<typeof createBotTexts>;

/** A person with what the audit log notes. */
export type AuditedPerson = Person & Author;

/** The address of a text in one language. */
export interface TextAddress extends Place {
  readonly botId: string;
  readonly language: Language;
}

interface Translation {
  readonly content: string;
  /** What the translator read. */
  readonly source: string;
  readonly target: string;
}

const withText = (flow: Flow, { block_id, field }: Place, language: Language, content: string): Flow => ({
  ...flow,
  groups: flow.groups.map((group) =>
    group.blocks.some(({ id }) => id === block_id)
      ? {
          ...group,
          blocks: group.blocks.map((block) =>
            block.id === block_id ? withBlockText(block, field, language, content) : block,
          ),
        }
      : group,
  ),
});

/**
 * Translations of the texts of bots' stories (decision 92). A request stands for all texts of a bot that lack a language.
 * Which texts wait is computed from the drafts; a translation is written into them as an editor's change.
 */
export function createBotTexts({ db, live, bots, memory, notifications }: BotTextParts) {
  const reading = createReading({ db, bots });

  /** Sends an event to everybody who works on the bot. Call it after the commit. */
  async function publishChange(botId: string): Promise<void> {
    const event: PersonalEvent = { type: "BOT_TEXTS_CHANGED", bot_id: botId };
    for (const userId of await bots.peopleOf(botId)) live.toUser(userId, event);
  }

  async function summary(reader: Person, botId: string, language: Language): Promise<BotTextsOfLanguage> {
    const sight = await reading.see(db, reader, botId);
    return reading.summaryOf(sight, language, await store.listRequests(db, botId));
  }

  function requireOpen({ bot }: Sight, requests: readonly store.Request[], language: Language): void {
    if (bot.archived_at !== null) throw new AppError("BOT.ARCHIVED");
    if (!requests.some((one) => one.language === language)) throw new AppError("BOT_TEXT.NOT_ASKED");
  }

  /** Returns a text that the person may translate. Throws if nobody asks for it. */
  async function findAsked(person: Person, { botId, language, ...at }: TextAddress) {
    const sight = await reading.see(db, person, botId);
    const found = reading.findOwn(sight, person.userId, at, language);
    requireOpen(sight, await store.listRequests(db, botId), language);
    return found;
  }

  async function present(person: Person, { botId, language, ...at }: TextAddress): Promise<BotText> {
    const sight = await reading.see(db, person, botId);
    return presentText(sight, reading.findOwn(sight, person.userId, at, language), language);
  }

  /** If nothing waits any more, ends the request and writes to the person who asked. Returns what to do after the commit. */
  async function endIfDone(
    tx: Kysely<DB>,
    sight: Sight,
    request: store.Request | undefined,
    userId: string,
  ): Promise<() => Promise<void>> {
    const nothing = async () => {};
    if (!request || request.done_at !== null || waitingIn(sight, request.language).length > 0) return nothing;
    const { bot } = sight;
    await store.endRequest(tx, bot.id, request.language);
    const isStillHere = bot.people.some(({ user }) => user.id === request.asked_by.id);
    if (request.asked_by.id === userId || !isStillHere) return nothing;
    const id = await notifications.write(tx, {
      userId: request.asked_by.id,
      type: "BOT_TEXTS_TRANSLATED",
      actorId: userId,
      data: { bot: { id: bot.id, name: bot.name }, language: request.language },
    });
    return () => notifications.announce([id]);
  }

  return {
    overview: reading.overview,
    jobs: reading.jobs,
    list: reading.list,
    view: (reader: Person, { botId, language, ...at }: TextAddress) =>
      reading.view(reader, botId, at, language),

    /** Asks the bot's translators for all texts that lack this language. */
    async ask(person: AuditedPerson, botId: string, language: Language): Promise<BotTextsOfLanguage> {
      await db.transaction().execute(async (tx) => {
        const bot = await bots.requireIn(tx, person, botId, "edit", true);
        if (bot.archived_at !== null) throw new AppError("BOT.ARCHIVED");
        if (!bot.languages.includes(language))
          throw new AppError("BOT_TEXT.LANGUAGE", { fields: { language: "choice" } });
        if (waitingIn(await reading.see(tx, person, botId), language).length === 0)
          throw new AppError("BOT_TEXT.NOTHING");
        await store.openRequest(tx, botId, language, person.userId);
        await record(tx, person, "bot.texts", botId, { title: bot.name, language, step: "ask" });
      });
      await publishChange(botId);
      return summary(person, botId, language);
    },

    /** Takes the request back. Whoever is at a text keeps their draft. */
    async withdraw(person: AuditedPerson, botId: string, language: Language): Promise<BotTextsOfLanguage> {
      await db.transaction().execute(async (tx) => {
        const { name } = await bots.requireIn(tx, person, botId, "edit", true);
        if (await store.removeRequest(tx, botId, language))
          await record(tx, person, "bot.texts", botId, { title: name, language, step: "withdraw" });
      });
      await publishChange(botId);
      return summary(person, botId, language);
    },

    async suggest(person: Person, { botId, language, ...at }: TextAddress): Promise<Suggestion[]> {
      const sight = await reading.see(db, person, botId);
      const { standing } = reading.findOwn(sight, person.userId, at, language);
      const pair = { from: standing.source_language, to: language };
      return memory.suggestForText(person.userId, pair, standing.source);
    },

    async claim(person: Person, address: TextAddress): Promise<BotText> {
      await findAsked(person, address);
      if (!(await store.claim(db, address, person.userId))) throw new AppError("BOT_TEXT.CLAIMED");
      await publishChange(address.botId);
      return present(person, address);
    },

    async release(person: Person, address: TextAddress): Promise<BotText> {
      const text = await present(person, address);
      if (text.claimed_by?.id !== person.userId) return text;
      await store.release(db, address, person.userId);
      await publishChange(address.botId);
      return present(person, address);
    },

    /** Keeps what a translator has typed, also after the request was taken back. */
    async saveDraft(person: Person, address: TextAddress, content: string) {
      await present(person, address);
      if (content.trim() === "") {
        await store.removeDraft(db, address, person.userId);
        return null;
      }
      const saved = await store.saveDraft(db, address, person.userId, content);
      return saved ? { content: saved.content, edited_at: saved.edited_at.toISOString() } : null;
    },

    /** Writes a translation into the draft of the story, and into the memory. */
    async translate(
      person: AuditedPerson & { userId: string },
      address: TextAddress,
      { content, source, target }: Translation,
    ): Promise<BotText> {
      const { botId, language, ...at } = address;
      let afterCommit = async () => {};
      await bots.flows.rewrite(person, botId, at.flow_id, async (tx, { draft }, bot) => {
        const requests = await store.listRequests(tx, botId, true);
        const sight = await reading.see(tx, person, botId);
        const { text, standing, work } = reading.findOwn(sight, person.userId, at, language);
        requireOpen(sight, requests, language);
        if (work?.claimed_by && work.claimed_by !== person.userId) throw new AppError("BOT_TEXT.CLAIMED");
        if (standing.source !== source) throw new AppError("BOT_TEXT.ORIGINAL");
        if (standing.target !== target) throw new AppError("BOT_TEXT.CHANGED");
        requirePlaceholders(source, content);
        requireLength(content, text.kind, bot.platforms);
        const flow = withText(draft, at, language, content);
        const made = { source_language: standing.source_language, source, target: content };
        await store.storeMade(tx, address, made, person.userId);
        await store.removeDraft(tx, address, person.userId);
        const { userId } = person;
        const pair = { from: standing.source_language, to: language, source, target: content };
        await memory.remember(tx, [{ ...pair, approved: false, userId }]);
        const written = textsOfStory({ id: at.flow_id, name: text.storyName, flow });
        const others = sight.texts.filter(({ flow_id }) => flow_id !== at.flow_id);
        const works = new Map(sight.works).set(keyOf(at, language), {
          ...address,
          ...made,
          claimed_by: null,
          claimed_at: null,
        });
        const request = requests.find((one) => one.language === language);
        afterCommit = await endIfDone(
          tx,
          { ...sight, texts: [...others, ...written], works },
          request,
          userId,
        );
        return flow;
      });
      await afterCommit();
      await publishChange(botId);
      return present(person, address);
    },

    routes({ route }: Router): void {
      botTextRoutes(route, this);
    },
  };
}
