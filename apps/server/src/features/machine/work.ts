import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import type { MachineDependencies } from "./dependencies.ts";
import type { FillTranslationsResult } from "./failure.ts";
import { MachineTranslationFailure } from "./failure.ts";
import type { MachineTranslator } from "./machine-translator.ts";
import * as store from "./store.ts";
import type { MachineSwitches } from "./switches.ts";
import { translateWaitingMessages } from "./translate-waiting.ts";

/** How many messages this process translates by machine at the same time. */
const maximumConcurrentMessages = 4;
/**
 * Maximum number of messages that wait in memory for machine translation. Further messages are not queued here: a
 * minute later, the check for abandoned work finds them.
 */
const maximumWaitingMessages = 200;

type TranslateMessageJob = { roomId: string; messageId: string };
const jobName = "machine-translation";
/**
 * The job that translates the messages that wait for the monthly budget. It runs every five minutes, so it soon notices
 * that a new month has begun or that an admin has raised the budget.
 */
export const translateWaitingMessagesJob = "machine-waiting";
const everyFiveMinutes = "*/5 * * * *";

interface MessageTranslationDependencies extends Omit<MachineDependencies, "machine" | "rooms"> {
  stop: AbortController;
  translator: MachineTranslator;
  switches: MachineSwitches;
}

/**
 * Translates each message by machine into the languages that the room's members read. This happens after the message is
 * sent, so a failure does not delay the message. A database trigger records this work when the message is stored, so a
 * crash does not lose it (migration 220).
 */
export function defineMessageTranslation({
  db,
  events,
  jobs,
  messages,
  translations,
  memory,
  ...dependencies
}: MessageTranslationDependencies) {
  const { stop, translator, switches } = dependencies;
  const log = dependencies.log.child({ feature: "machine" });

  async function translateIntoLanguage(message: Message, language: Language): Promise<void> {
    const { content, language: fromLanguage, revision } = message;
    // Use a translation of the same text that people have approved: it is better than a machine translation and free.
    const approvedPair = await memory.findExactApproved(
      { from: fromLanguage, to: language },
      content,
      message.conversation_id,
    );
    // Check the room's switch again before each text. The text may have waited for hours, and the switch may be off
    // now.
    const mayTranslate = approvedPair !== undefined || (await switches.isOn(message.conversation_id));
    if (!mayTranslate) return;
    const translatedText =
      approvedPair?.target ?? (await translator.translate(content, fromLanguage, language));
    if (translatedText === null) return;
    const origin = approvedPair === undefined ? "MACHINE" : "MEMORY";
    try {
      await translations.fill(message, language, { content: translatedText, origin, revision });
    } catch (error) {
      // An `AppError` means that the message was deleted, or its language was corrected, after the job was planned.
      // Then there is nothing to do.
      if (!(error instanceof AppError)) throw error;
    }
  }

  /** Translates the message by machine into the languages that are still missing. */
  async function fillMissingLanguages(message: Message): Promise<FillTranslationsResult> {
    const missingLanguages = await translations.missingLanguages(message);
    const outcomes = await Promise.allSettled(
      missingLanguages.map((language) => translateIntoLanguage(message, language)),
    );
    const fillResult: FillTranslationsResult = { failures: [], languagesOverBudget: [] };
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.status === "fulfilled") continue;
      const error: unknown = outcome.reason;
      if (!(error instanceof MachineTranslationFailure)) throw error;
      log.warn({ kind: error.kind, reason: error.message }, "The machine did not translate.");
      if (error.kind === "off" || error.kind === "passing") fillResult.failures.push(error);
      const language = missingLanguages[index];
      if (error.kind === "budget" && language) fillResult.languagesOverBudget.push(language);
    }
    await markWaitingForBudget(message, fillResult.languagesOverBudget);
    return fillResult;
  }

  /**
   * Marks translations as waiting for next month's budget of the translation provider. Readers see this. A text that is
   * too long for the budget of a whole month does not wait.
   */
  async function markWaitingForBudget(
    message: Message,
    languagesOverBudget: readonly Language[],
  ): Promise<void> {
    if (languagesOverBudget.length === 0 || !(await translator.checkBudget(message.content)).fitsWholeBudget)
      return;
    for (const language of languagesOverBudget) await setWaitingForMachine(message, language, true);
  }

  async function setWaitingForMachine(
    message: Message,
    language: Language,
    isWaiting: boolean,
  ): Promise<void> {
    try {
      const mayStillWait = async (tx: Kysely<DB>) => !isWaiting || switches.isOn(message.conversation_id, tx);
      await translations.waitForMachine(message, language, isWaiting, mayStillWait);
    } catch (error) {
      // An `AppError` means that the message was deleted, or its language was corrected, after the job was planned.
      // Then there is nothing to do.
      if (!(error instanceof AppError)) throw error;
    }
  }

  async function postpone(executor: Kysely<DB>, message: Message, delaySeconds: number): Promise<void> {
    const data: TranslateMessageJob = { roomId: message.conversation_id, messageId: message.id };
    await jobs.send(executor, jobName, data, { after: delaySeconds, group: message.conversation_id });
  }

  async function translateMessage(message: Message): Promise<void> {
    const { failures } = await fillMissingLanguages(message);
    if (stop.signal.aborted && failures.length > 0) return;
    if (failures.length > 0) await postpone(db, message, Math.max(2, await translator.secondsOff()));
    messages.markWorkDone("machine", message);
  }

  const queue = createMessageQueue(
    (message) =>
      translateMessage(message).catch((error: unknown) =>
        log.error({ err: error }, "A message was not translated by the machine."),
      ),
    stop.signal,
  );
  events.on("MessageSent", ({ message }) => queue.add(message));
  events.on("MessageEdited", ({ after }) => queue.add(after));
  // When the language of a message is corrected, its text must be translated again. The job is queued in the
  // transaction of the correction, so a crash cannot lose it.
  events.onWrite("LanguageCorrected", (tx, { message }) => postpone(tx, message, 0));
  events.onWrite("MessageDeleted", async (tx, { message }) => {
    await translator.forget(tx, message.content);
  });
  messages.defineWork("machine", (tx, message) => postpone(tx, message, 0));

  jobs.define<TranslateMessageJob>(
    jobName,
    async ({ roomId, messageId }) => {
      const message = await messages.findForServer(roomId, messageId);
      if (!message || message.deleted) return;
      const [failure] = (await fillMissingLanguages(message)).failures;
      if (!failure) return;
      const pauseSeconds = await translator.secondsOff();
      // If the provider refuses every request, requests pause for a while. During this pause, the job is queued again
      // and does not count as failed.
      if (pauseSeconds > 0) await postpone(db, message, pauseSeconds);
      else throw failure;
    },
    { workers: 2, perGroup: 1 },
  );
  jobs.repeat(translateWaitingMessagesJob, everyFiveMinutes, () =>
    translateWaitingMessages({
      log,
      messages,
      translations,
      translator,
      fillMissingLanguages,
      setWaitingForMachine,
      retryLater: postpone,
      db,
      stopController: stop,
    }),
  );
  jobs.repeat("machine-answers", "40 3 * * *", async () => {
    await store.deleteOldCachedTranslations(db);
    await store.deleteOldProviderFailures(db);
  });

  return { close: queue.close };
}

/**
 * Creates a queue of messages that calls `translateMessage` for a few messages at the same time. The other messages
 * wait.
 */
function createMessageQueue(translateMessage: (message: Message) => Promise<void>, stopSignal: AbortSignal) {
  const waitingMessages: Message[] = [];
  const runningTranslations = new Set<Promise<void>>();
  function startWaitingMessages(): void {
    while (runningTranslations.size < maximumConcurrentMessages && !stopSignal.aborted) {
      const message = waitingMessages.shift();
      if (!message) return;
      const runningTranslation = translateMessage(message).finally(() => {
        runningTranslations.delete(runningTranslation);
        startWaitingMessages();
      });
      runningTranslations.add(runningTranslation);
    }
  }
  return {
    add(message: Message): void {
      if (message.content === "" || waitingMessages.length >= maximumWaitingMessages) return;
      waitingMessages.push(message);
      startWaitingMessages();
    },
    async close(): Promise<void> {
      waitingMessages.length = 0;
      await Promise.all(runningTranslations);
    },
  };
}
