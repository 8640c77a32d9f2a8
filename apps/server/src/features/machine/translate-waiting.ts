import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Log } from "../../kit/log.ts";
import type { Messages } from "../messages/service.ts";
import type { Translations } from "../translations/service.ts";
import type { FillTranslationsResult } from "./failure.ts";
import type { MachineTranslator } from "./machine-translator.ts";

/** Maximum number of waiting translations in one run. The next run handles the others. */
const maximumTranslationsInRun = 200;
/**
 * Maximum number of translations that may wait for the monthly budget. If there are more, the oldest stop waiting.
 * Otherwise they could use up the whole budget of the next month.
 */
const maximumWaitingTranslations = 2_000;
/** Milliseconds after which a run stops, because the next run begins soon. */
const longestRunMs = 4 * 60_000;
/**
 * After an unexpected error in the translation of a waiting message, a job tries the message again after this many
 * seconds.
 */
const retrySeconds = 60;

interface TranslateWaitingDependencies {
  db: Kysely<DB>;
  log: Log;
  messages: Messages;
  translations: Translations;
  translator: MachineTranslator;
  stopController: AbortController;
  fillMissingLanguages(message: Message): Promise<FillTranslationsResult>;
  setWaitingForMachine(message: Message, language: Language, waits: boolean): Promise<void>;
  retryLater(executor: Kysely<DB>, message: Message, after: number): Promise<void>;
}

/** Translates the messages that wait for the monthly budget, newest first, until the budget is used up. */
export async function translateWaitingMessages(dependencies: TranslateWaitingDependencies): Promise<void> {
  const { db, messages, translations, translator, stopController } = dependencies;
  const translationsBeyondLimit = await translations.listWaitingForMachine({
    offset: maximumWaitingTranslations,
    limit: maximumTranslationsInRun,
  });
  for (const [message, languages] of await readMessagesWithLanguages(messages, translationsBeyondLimit))
    for (const language of languages) await dependencies.setWaitingForMachine(message, language, false);

  const waitingMessages = await translations.listWaitingForMachine({
    offset: 0,
    limit: maximumTranslationsInRun,
  });
  const runEndsAt = Date.now() + longestRunMs;
  for (const [message, languages] of await readMessagesWithLanguages(messages, waitingMessages)) {
    if (stopController.signal.aborted || Date.now() > runEndsAt || (await translator.secondsOff()) > 0)
      return;
    const budgetCheck = await translator.checkBudget(message.content);
    // The rest of the budget is too small for this message, but may be enough for a later, shorter one.
    if (budgetCheck.fitsWholeBudget && !budgetCheck.fitsNow) continue;
    const { failures, languagesOverBudget } = await translateMissingLanguages(dependencies, message);
    // The provider failed although the budget is sufficient. A separate job makes the next attempt for this message.
    if (failures > 0) await dependencies.retryLater(db, message, Math.max(2, await translator.secondsOff()));
    for (const language of languages)
      if (!budgetCheck.fitsWholeBudget || !languagesOverBudget.includes(language))
        await dependencies.setWaitingForMachine(message, language, false);
  }
}

/**
 * Translates one waiting message. Throws nothing if the provider fails, so that other messages are still translated.
 */
async function translateMissingLanguages(
  { fillMissingLanguages, retryLater, db, log }: TranslateWaitingDependencies,
  message: Message,
): Promise<{ failures: number; languagesOverBudget: readonly Language[] }> {
  try {
    const { failures, languagesOverBudget } = await fillMissingLanguages(message);
    return { failures: failures.length, languagesOverBudget };
  } catch (error) {
    log.error({ err: error }, "A message that waited for budget was not translated by the machine.");
    await retryLater(db, message, retrySeconds);
    return { failures: 0, languagesOverBudget: [] };
  }
}

type WaitingTranslations = Awaited<ReturnType<Translations["listWaitingForMachine"]>>;

/** Returns the waiting messages in order, each with the languages into which it must be translated. */
async function readMessagesWithLanguages(
  messages: Messages,
  waitingTranslations: WaitingTranslations,
): Promise<[Message, Language[]][]> {
  const languagesByMessage = new Map<string, [Message, Language[]]>();
  for (const { conversation_id, subject_id, language } of waitingTranslations) {
    const earlierEntry = languagesByMessage.get(subject_id);
    if (earlierEntry) {
      earlierEntry[1].push(language);
      continue;
    }
    const message = await messages.findForServer(conversation_id, subject_id);
    if (message && !message.deleted) languagesByMessage.set(subject_id, [message, [language]]);
  }
  return [...languagesByMessage.values()];
}
