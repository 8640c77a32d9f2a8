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
import type { Notifications } from "../notifications/service.ts";
import type { Rooms } from "../rooms/service.ts";
import * as asking from "./asking.ts";
import * as claims from "./claims.ts";
import { createFigures } from "./figures.ts";
import { tellOfHandOver } from "./hand-over.ts";
import { createReading } from "./reading.ts";
import { translationRoutes } from "./routes.ts";
import { isIdle, newRow, type Row, toTranslations, unclaimed } from "./row.ts";
import { messageSource } from "./source.ts";
import type { Held, StepResult } from "./step.ts";
import * as steps from "./steps.ts";
import * as store from "./store.ts";

export type Translations = ReturnType<typeof createTranslations>;

export interface TranslationParts {
  db: Kysely<DB>;
  events: Events;
  log: Log;
  rooms: Rooms;
  notifications: Notifications;
  messages: Messages;
  glossary: Glossary;
}

export interface TranslationRequest {
  languages: readonly Language[];
  note: string;
  urgency: Urgency;
}

interface Hit {
  message_id: string;
  language: Language;
  version: number;
}

/** Translations of messages. */
export function createTranslations({
  db,
  events,
  rooms,
  notifications,
  messages,
  glossary,
  ...parts
}: TranslationParts) {
  const log = parts.log.child({ feature: "translations" });
  const source = messageSource(messages);
  const { unitOf, ...reading } = createReading({ db, messages, source });

  async function write(tx: Kysely<DB>, row: Row, entry?: store.NewEntry): Promise<void> {
    if (isIdle(row)) await store.deleteRow(tx, row.id);
    else await store.saveRow(tx, row);
    if (entry) await store.addEntry(tx, row.id, entry);
  }

  /** Locks the message and takes one step. `userId` null: the server takes it. */
  async function change(
    userId: string | null,
    message: Message,
    language: Language,
    step: (held: Held) => Promise<StepResult | null>,
  ): Promise<Message> {
    let refusal: AppError | undefined;
    let publish: (() => void) | undefined;
    const changed = await source.change(userId, message, async (tx, subject) => {
      const original = source.original(subject);
      if (original.language === language)
        throw new AppError("TRANSLATION.SAME_LANGUAGE", { fields: { language: "choice" } });
      const rows = await store.findRows(tx, original);
      const otherRows = rows.filter((row) => row.language !== language);
      const row = rows.find((row) => row.language === language) ?? newRow(original, language);
      const change = await step({ tx, original, row, userId: userId ?? "", now: new Date() });
      if (!change) return null;
      ({ refusal } = change);
      await write(tx, change.row, change.entry);
      const translations = toTranslations([...otherRows, change.row], original);
      // Nothing visible has changed: a renewed claim, or a text that only the history stores.
      if (isDeepStrictEqual(translations, subject.translations ?? [])) return null;
      const { fact, onWritten } = change;
      if (!fact)
        return onWritten
          ? {
              translations,
              onWritten: async (message: Message) => {
                publish = await onWritten(message);
              },
            }
          : { translations };
      return {
        translations,
        onWritten: async (message) => {
          const translation = translations.find((translation) => translation.language === language);
          if (!translation) return;
          const factData = { message, translation, userId: userId ?? "" };
          await events.write(tx, fact, factData);
          publish = () => events.publish(fact, factData);
        },
      };
    });
    publish?.();
    if (refusal) throw refusal;
    return changed;
  }

  /**
   * Changes some rows in a transaction that has locked the message. Returns its translations, or null if nothing
   * visible changed.
   */
  async function eachRow(
    tx: Kysely<DB>,
    message: Message,
    languages: readonly Language[],
    work: (row: Row, now: Date) => Row,
  ) {
    const original = source.original(message);
    const rows = await store.findRows(tx, original);
    const now = new Date();
    const changed = languages.map((language) =>
      work(rows.find((row) => row.language === language) ?? newRow(original, language), now),
    );
    for (const row of changed) await write(tx, row);
    const droppedRows = rows.filter(({ language }) => !languages.includes(language));
    const translations = toTranslations([...droppedRows, ...changed], original);
    return isDeepStrictEqual(translations, message.translations ?? []) ? null : translations;
  }

  const runOneStep =
    <Given extends unknown[]>(step: (...given: Given) => (held: Held) => Promise<StepResult | null>) =>
    async (userId: string, messageId: string, language: Language, ...stepArguments: Given) => {
      const message = await source.find(userId, messageId);
      await change(userId, message, language, step(...stepArguments));
      return unitOf(userId, message, language);
    };

  messages.defineTranslationUpdate(async (tx, message) => {
    const original = source.original(message);
    const rows = await store.findRows(tx, original);
    const recalled = await store.listRecalled(tx, message.conversation_id, original);
    if (rows.length === 0 && recalled.length === 0) return null;
    const now = new Date();
    const followed: Row[] = [];
    for (const row of rows) {
      const change = asking.follow(row, original, now);
      if (change) await write(tx, change.row, change.entry);
      followed.push(change?.row ?? row);
    }
    for (const text of recalled) {
      const place = followed.findIndex(({ language }) => language === text.language);
      const row = followed[place] ?? newRow(original, text.language);
      const stepped = steps.recall(row, original, text.content, now);
      if (!stepped) continue;
      await write(tx, stepped.row, stepped.entry);
      followed.splice(place < 0 ? followed.length : place, 1, stepped.row);
    }
    return toTranslations(followed, original);
  });
  events.onWrite("MessageDeleted", async (tx, { message }) => {
    await store.deleteRowsOf(tx, source.original(message));
  });

  /** A person who leaves the room loses their claims there. */
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

    async submit(
      userId: string,
      messageId: string,
      language: Language,
      submission: steps.Submission,
      isResubmitted: boolean,
    ) {
      const message = await source.find(userId, messageId);
      // Read before the message is locked, because it needs a connection of its own.
      const terms = submission.confirmed
        ? []
        : await glossary.terms(message.language, language, {
            userId,
            conversationId: message.conversation_id,
          });
      await change(userId, message, language, steps.submit(submission, isResubmitted, terms));
      return unitOf(userId, message, language);
    },
    claim: runOneStep(() => claims.claim),
    release: runOneStep(() => claims.release),
    approve: runOneStep((version?: number) => steps.approve(version)),

    /** Approves each one separately. One that cannot be approved does not stop the others. */
    async approveHits(userId: string, approvedHits: readonly Hit[]) {
      const answers: (Pick<Hit, "message_id" | "language"> & { code: string | null })[] = [];
      for (const { message_id, language, version } of approvedHits) {
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

    /** Sends the question to the message's thread first. A repeated call finds the same question. */
    async askAuthor(
      { userId, writingLanguage }: Pick<Actor, "userId" | "writingLanguage">,
      messageId: string,
      language: Language,
      question: { client_id: string; content: string },
    ): Promise<Message> {
      const message = await source.find(userId, messageId);
      await change(userId, message, language, claims.requireWriter);
      const parent_id = message.parent_id ?? message.id;
      const questionMessage = await messages.send({ userId, writingLanguage }, message.conversation_id, {
        ...question,
        parent_id,
      });
      await change(userId, message, language, claims.keepQuestion(questionMessage.id));
      return questionMessage;
    },
    reject: runOneStep(steps.reject),
    request: runOneStep(steps.request),
    restore: runOneStep(steps.restore),

    /**
     * Fills in a text that no person wrote for this message. Changes nothing if somebody was faster or the original
     * has changed. The server calls it, not a person.
     */
    fill: (message: Message, language: Language, filled: steps.FilledText): Promise<Message> =>
      change(null, message, language, steps.fill(filled)),

    /**
     * Requests translations in the transaction of a mark. Returns the message's translations, or null if nothing
     * visible changed.
     */
    async requestTranslations(tx: Kysely<DB>, message: Message, userId: string, request: TranslationRequest) {
      const { languages, ...step } = request;
      const wantedLanguages = languages.filter((language) => language !== message.language);
      return eachRow(tx, message, wantedLanguages, (row, now) =>
        asking.requestLanguages(row, { userId, now, ...step }),
      );
    },

    /**
     * A mark was removed. Translations into languages that no other mark requests stop waiting. `languages` are those
     * that are still requested.
     */
    async withdraw(tx: Kysely<DB>, message: Message, stillWanted: readonly Language[]) {
      const withdrawnLanguages = languages.filter((language) => !stillWanted.includes(language));
      return eachRow(tx, message, withdrawnLanguages, (row) => asking.withdraw(row));
    },

    /**
     * The languages that the room's members read, without the message's own. If all of them read that one, all other
     * languages.
     */
    async languagesOf(tx: Kysely<DB>, message: Message): Promise<Language[]> {
      const roomLanguages = await store.listReadLanguages(tx, message.conversation_id);
      const otherLanguages = roomLanguages.filter((language) => language !== message.language);
      return otherLanguages.length > 0
        ? otherLanguages
        : languages.filter((language) => language !== message.language);
    },

    /** The languages that a member of the room reads and into which there is no current translation. */
    async missingLanguages(message: Message): Promise<Language[]> {
      const roomLanguages = await store.listReadLanguages(db, message.conversation_id);
      const current = (message.translations ?? []).filter(
        ({ version, revision, state }) =>
          version > 0 && revision === message.revision && state !== "NEEDS_RETRANSLATION",
      );
      return roomLanguages.filter(
        (language) =>
          language !== message.language && !current.some((translation) => translation.language === language),
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
      const tell = (tx: Kysely<DB>, message: Message) =>
        tellOfHandOver(tx, notifications, { userId, otherId, message, language, note });
      await change(userId, message, language, claims.handOver(otherId, note, isMember, tell));
      return unitOf(userId, message, language);
    },

    figures: createFigures(db, rooms),

    routes({ route }: Router): void {
      translationRoutes(route, this);
    },
  };
}
