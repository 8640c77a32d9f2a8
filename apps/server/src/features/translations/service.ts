import { isDeepStrictEqual } from "node:util";
import { type Language, languages } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import type { Urgency } from "@kakehashi/contract/translations";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import type { Actor } from "../../kit/http/call.ts";
import type { Router } from "../../kit/http/route.ts";
import type { Log } from "../../kit/log.ts";
import type { Events } from "../events/service.ts";
import type { Glossary } from "../glossary/service.ts";
import type { Messages } from "../messages/service.ts";
import type { Rooms } from "../rooms/service.ts";
import * as asking from "./asking.ts";
import * as claims from "./claims.ts";
import { createFigures } from "./figures.ts";
import { createReading } from "./reading.ts";
import { translationRoutes } from "./routes.ts";
import { isIdle, newRow, presentAll, type Row, unclaimed } from "./row.ts";
import { messageSource } from "./source.ts";
import type { Held, Stepped } from "./step.ts";
import * as steps from "./steps.ts";
import * as store from "./store.ts";

export type Translations = ReturnType<typeof createTranslations>;

export interface TranslationParts {
  db: Kysely<DB>;
  events: Events;
  log: Log;
  rooms: Rooms;
  messages: Messages;
  glossary: Glossary;
}

export interface Asked {
  languages: readonly Language[];
  note: string;
  urgency: Urgency;
}

interface Hit {
  message_id: string;
  language: Language;
  version: number;
}

/** What people say in the languages of those who read it. */
export function createTranslations({ db, events, rooms, messages, glossary, ...parts }: TranslationParts) {
  const log = parts.log.child({ feature: "translations" });
  const source = messageSource(messages);
  const { unitOf, ...reading } = createReading({ db, messages, source });

  async function write(tx: Kysely<DB>, row: Row, entry?: store.NewEntry): Promise<void> {
    if (isIdle(row)) await store.deleteRow(tx, row.id);
    else await store.saveRow(tx, row);
    if (entry) await store.addEntry(tx, row.id, entry);
  }

  /** Takes one step with the text held still; `userId` null is the server itself. */
  async function change(
    userId: string | null,
    message: Message,
    language: Language,
    step: (held: Held) => Promise<Stepped | null>,
  ): Promise<Message> {
    let refusal: AppError | undefined;
    let publish: (() => void) | undefined;
    const changed = await source.change(userId, message, async (tx, subject) => {
      const original = source.original(subject);
      if (original.language === language)
        throw new AppError("TRANSLATION.SAME_LANGUAGE", { fields: { language: "choice" } });
      const rows = await store.findRows(tx, original);
      const others = rows.filter((row) => row.language !== language);
      const row = rows.find((one) => one.language === language) ?? newRow(original, language);
      const stepped = await step({ tx, original, row, userId: userId ?? "", now: new Date() });
      if (!stepped) return null;
      ({ refusal } = stepped);
      await write(tx, stepped.row, stepped.entry);
      const translations = presentAll([...others, stepped.row], original);
      // Still at it, or a text for the history alone: nobody sees anything new.
      if (isDeepStrictEqual(translations, subject.translations ?? [])) return null;
      const { fact } = stepped;
      if (!fact) return { translations };
      return {
        translations,
        afterwards: async (message) => {
          const translation = translations.find((one) => one.language === language);
          if (!translation) return;
          const said = { message, translation, userId: userId ?? "" };
          await events.write(tx, fact, said);
          publish = () => events.publish(fact, said);
        },
      };
    });
    publish?.();
    if (refusal) throw refusal;
    return changed;
  }

  /** Changes some rows of a text in a transaction that holds it; answers its translations where any is seen to change. */
  async function eachRow(
    tx: Kysely<DB>,
    message: Message,
    chosen: readonly Language[],
    work: (row: Row, now: Date) => Row,
  ) {
    const original = source.original(message);
    const rows = await store.findRows(tx, original);
    const now = new Date();
    const changed = chosen.map((language) =>
      work(rows.find((row) => row.language === language) ?? newRow(original, language), now),
    );
    for (const row of changed) await write(tx, row);
    const left = rows.filter(({ language }) => !chosen.includes(language));
    const translations = presentAll([...left, ...changed], original);
    return isDeepStrictEqual(translations, message.translations ?? []) ? null : translations;
  }

  const take =
    <Given extends unknown[]>(step: (...given: Given) => (held: Held) => Promise<Stepped | null>) =>
    async (userId: string, messageId: string, language: Language, ...given: Given) => {
      const message = await source.find(userId, messageId);
      await change(userId, message, language, step(...given));
      return unitOf(userId, message, language);
    };

  messages.defineTranslationsAfter(async (tx, message) => {
    const original = source.original(message);
    const rows = await store.findRows(tx, original);
    const recalled = await store.listRecalled(tx, message.conversation_id, original);
    if (rows.length === 0 && recalled.length === 0) return null;
    const now = new Date();
    const followed: Row[] = [];
    for (const row of rows) {
      const stepped = asking.follow(row, original, now);
      if (stepped) await write(tx, stepped.row, stepped.entry);
      followed.push(stepped?.row ?? row);
    }
    for (const text of recalled) {
      const place = followed.findIndex(({ language }) => language === text.language);
      const row = followed[place] ?? newRow(original, text.language);
      const stepped = steps.recall(row, original, text.content, now);
      if (!stepped) continue;
      await write(tx, stepped.row, stepped.entry);
      followed.splice(place < 0 ? followed.length : place, 1, stepped.row);
    }
    return presentAll(followed, original);
  });
  events.onWrite("MessageDeleted", async (tx, { message }) => {
    await store.deleteRowsOf(tx, source.original(message));
  });

  /** Who left translates nothing there any longer. */
  events.on("MemberLeft", async ({ roomId, userId }) => {
    for (const { subject_id, language } of await store.listClaimed(db, roomId, userId)) {
      const message = await messages.findForServer(roomId, subject_id);
      if (message && !message.deleted && message.language !== language)
        await change(null, message, language, async ({ row }) =>
          row.claimed_by === userId ? { row: { ...row, ...unclaimed } } : null,
        ).catch((error: unknown) => log.error({ err: error }, "A claim could not be given back."));
    }
  });

  return {
    ...reading,

    async submit(userId: string, messageId: string, to: Language, given: steps.Submission, again: boolean) {
      const message = await source.find(userId, messageId);
      // Read before the text is held still: it takes a connection of its own.
      const terms = given.confirmed
        ? []
        : await glossary.terms(message.language, to, {
            userId,
            conversationId: message.conversation_id,
          });
      await change(userId, message, to, steps.submit(given, again, terms));
      return unitOf(userId, message, to);
    },
    claim: take(() => claims.claim),
    release: take(() => claims.release),
    approve: take((version?: number) => steps.approve(version)),

    /** Each as `approve`; what cannot be approved keeps no other from it. */
    async approveHits(userId: string, chosen: readonly Hit[]) {
      const answers: (Pick<Hit, "message_id" | "language"> & { code: string | null })[] = [];
      for (const { message_id, language, version } of chosen) {
        const approved = source
          .find(userId, message_id)
          .then((message) => change(userId, message, language, steps.approve(version, true)));
        const code = await approved.then(
          () => null,
          (error: unknown) => {
            if (error instanceof AppError) return error.code;
            throw error;
          },
        );
        answers.push({ message_id, language, code });
      }
      return answers;
    },

    /** Said in the message's thread first: the same question again is the one that was said. */
    async askAuthor(
      { userId, writes }: Pick<Actor, "userId" | "writes">,
      messageId: string,
      language: Language,
      said: { client_id: string; content: string },
    ): Promise<Message> {
      const message = await source.find(userId, messageId);
      await change(userId, message, language, claims.requireWriter);
      const parent_id = message.parent_id ?? message.id;
      const asked = await messages.send({ userId, writes }, message.conversation_id, { ...said, parent_id });
      await change(userId, message, language, claims.keepQuestion(asked.id));
      return asked;
    },
    reject: take(steps.reject),
    request: take(steps.request),
    restore: take(steps.restore),

    /**
     * A text that no person wrote for this message. It changes nothing where somebody was faster, or the original says
     * something else by now. For the server's own work.
     */
    fill: (message: Message, language: Language, found: steps.Found): Promise<Message> =>
      change(null, message, language, steps.fill(found)),

    /** In the transaction of a mark. Answers the message's translations where asking changed any. */
    async ask(tx: Kysely<DB>, message: Message, userId: string, asked: Asked) {
      const { languages, ...given } = asked;
      const wanted = languages.filter((language) => language !== message.language);
      return eachRow(tx, message, wanted, (row, now) => asking.ask(row, { userId, now, ...given }));
    },

    /** A mark was taken back: what is in none of the languages that others still want waits no longer. */
    async withdraw(tx: Kysely<DB>, message: Message, wanted: readonly Language[]) {
      const unwanted = languages.filter((language) => !wanted.includes(language));
      return eachRow(tx, message, unwanted, (row) => asking.withdraw(row));
    },

    /** Those that the people of a conversation read, without the text's own; where all read that one, the others. */
    async languagesOf(tx: Kysely<DB>, message: Message): Promise<Language[]> {
      const read = await store.listReadLanguages(tx, message.conversation_id);
      const others = read.filter((language) => language !== message.language);
      return others.length > 0 ? others : languages.filter((language) => language !== message.language);
    },

    /** Those that somebody in the conversation reads, and into which there is no current text. */
    async missingLanguages(message: Message): Promise<Language[]> {
      const read = await store.listReadLanguages(db, message.conversation_id);
      const current = (message.translations ?? []).filter(
        ({ version, revision, state }) =>
          version > 0 && revision === message.revision && state !== "NEEDS_RETRANSLATION",
      );
      return read.filter(
        (language) => language !== message.language && !current.some((one) => one.language === language),
      );
    },

    async handOver(
      userId: string,
      messageId: string,
      language: Language,
      { user_id: otherId, note }: { user_id: string; note: string },
    ) {
      const message = await source.find(userId, messageId);
      const isMember = (id: string) => rooms.isMember(id, message.conversation_id);
      await change(userId, message, language, claims.handOver(otherId, note, isMember));
      return unitOf(userId, message, language);
    },

    figures: createFigures(db, rooms),

    routes({ route }: Router): void {
      translationRoutes(route, this);
    },
  };
}
