import { createHash } from "node:crypto";
import type { Language } from "@kakehashi/contract/languages";
import { maximumListedMachineFailures } from "@kakehashi/contract/machine";
import { maximumTranslationCodeUnits } from "@kakehashi/contract/translation-states";
import { findWholeTextWarningCode } from "@kakehashi/contract/translation-warnings";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { MachineTranslationFailure } from "./failure.ts";
import { hasTextToTranslate, maskProtectedParts, restoreProtectedParts } from "./mask.ts";
import { type MachineTranslationOptions, requestProviderTranslation } from "./providers.ts";
import * as store from "./store.ts";

/** Seconds for which requests pause after the provider has refused one. */
const providerPauseSeconds = 30 * 60;

const hashOfTexts = (...texts: (string | null)[]) =>
  createHash("sha256").update(JSON.stringify(texts)).digest();

export type MachineTranslator = ReturnType<typeof createMachineTranslator>;

interface TranslateOptions {
  /** Whether to cache the provider's translation, so that the same text is not sent again. Default: yes. */
  storeAnswer?: boolean;
  /**
   * Whether to send a request even during the pause after a refusal, and even if the translation is cached. If the
   * request succeeds, the pause ends.
   */
  ignorePause?: boolean;
}

/**
 * Sends texts to the configured translation provider. The cache of translations, the monthly budget and the pause after
 * a refusal are stored in the database, so all processes share them.
 */
export function createMachineTranslator(
  db: Kysely<DB>,
  options: MachineTranslationOptions,
  stopSignal: AbortSignal,
) {
  const { provider, url, model } = options;
  const providerKey = hashOfTexts(provider, url, model).toString("base64url");
  const host = new URL(url).host;

  async function recordFailure(failure: MachineTranslationFailure): Promise<void> {
    const { problem, message: reason, kind } = failure;
    await store.storeProviderFailure(db, { machine: providerKey, provider, problem, reason });
    if (kind === "off") await store.storeProviderPause(db, providerKey, reason, providerPauseSeconds);
  }

  async function callProvider(
    content: string,
    from: Language,
    to: Language,
    { ignorePause }: TranslateOptions,
  ): Promise<string> {
    const pauseSeconds = await store.readSecondsUntilPauseEnd(db, providerKey);
    if (pauseSeconds > 0 && !ignorePause)
      throw new MachineTranslationFailure("paused", "It is off after a refusal.");
    const masked = maskProtectedParts(content);
    const { text } = masked;
    if (!(await store.addCharactersWithinBudget(db, text.length, options.monthlyCharacters))) {
      const failure = new MachineTranslationFailure("budget", "This month's characters are used up.");
      await recordFailure(failure);
      throw failure;
    }
    let translatedText: string;
    try {
      translatedText = await requestProviderTranslation(options, { text, from, to }, stopSignal);
    } catch (error) {
      await store.subtractCharacters(db, text.length);
      if (error instanceof MachineTranslationFailure && !stopSignal.aborted) await recordFailure(error);
      throw error;
    }
    if (pauseSeconds > 0) await store.endProviderPause(db, providerKey);
    const translation = restoreProtectedParts(translatedText, masked)?.trim();
    const translationWarning = translation && findWholeTextWarningCode(content, translation, to);
    const answerProblem =
      translation === undefined ? "placeholder" : translation === "" ? "empty" : translationWarning;
    if (translation && !answerProblem && translation.length <= maximumTranslationCodeUnits)
      return translation;
    const failure = new MachineTranslationFailure(
      "unusable",
      `Its answer was not used: ${answerProblem ?? "too long"}.`,
    );
    await recordFailure(failure);
    throw failure;
  }

  return {
    provider,
    host,

    async state() {
      const [pause, characters, failures] = [
        await store.findProviderPause(db, providerKey),
        await store.countCharactersOfMonth(db),
        await store.listProviderFailures(db, maximumListedMachineFailures),
      ];
      return {
        provider,
        host,
        off: pause && { since: pause.off_since.toISOString(), until: pause.off_until.toISOString() },
        failures,
        characters,
        monthly_characters: options.monthlyCharacters,
      };
    },

    secondsOff: () => store.readSecondsUntilPauseEnd(db, providerKey),

    /**
     * `fitsNow` tells whether the text fits into the rest of this month's budget. `fitsWholeBudget` tells whether it
     * fits into the budget of a whole month.
     */
    async checkBudget(content: string): Promise<{ fitsNow: boolean; fitsWholeBudget: boolean }> {
      const { monthlyCharacters } = options;
      if (monthlyCharacters === null) return { fitsNow: true, fitsWholeBudget: true };
      const { length } = maskProtectedParts(content).text;
      const usedCharacters = await store.countCharactersOfMonth(db);
      return {
        fitsNow: usedCharacters + length <= monthlyCharacters,
        fitsWholeBudget: length <= monthlyCharacters,
      };
    },

    /** Translates a text with the provider. Null if the text contains no words. Throws a MachineTranslationFailure. */
    async translate(
      content: string,
      from: Language,
      to: Language,
      translateOptions: TranslateOptions = {},
    ): Promise<string | null> {
      if (!hasTextToTranslate(maskProtectedParts(content))) return null;
      const key = hashOfTexts(providerKey, from, to, content);
      const cachedAnswer = translateOptions.ignorePause
        ? undefined
        : await store.findCachedTranslation(db, key);
      if (cachedAnswer !== undefined) return cachedAnswer;
      const translation = await callProvider(content, from, to, translateOptions);
      if (translateOptions.storeAnswer ?? true)
        await store.storeCachedTranslation(db, { key, source_key: hashOfTexts(content), translation });
      return translation;
    },

    /** Deletes the cached translations of a text. */
    forget: (tx: Kysely<DB>, content: string) =>
      store.deleteCachedTranslationsOfText(tx, hashOfTexts(content)),
  };
}
