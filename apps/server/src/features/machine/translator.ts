import { createHash } from "node:crypto";
import type { Language } from "@kakehashi/contract/languages";
import type { MachineState } from "@kakehashi/contract/machine";
import { maximumTranslationUnits } from "@kakehashi/contract/translation-states";
import { warningOf } from "@kakehashi/contract/translation-warnings";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { MachineFailure } from "./failure.ts";
import { hasWords, mask, unmask } from "./mask.ts";
import { askMachine, type MachineOptions } from "./providers.ts";
import * as store from "./store.ts";

/** Seconds for which a machine that refused is left alone. */
const offSeconds = 30 * 60;

const hash = (...parts: (string | null)[]) => createHash("sha256").update(JSON.stringify(parts)).digest();

/** The configured machine with its cache, its budget and its pause after a refusal. All processes share them. */
export function createTranslator(db: Kysely<DB>, options: MachineOptions, stopped: AbortSignal) {
  const { provider, url, model } = options;
  const machine = hash(provider, url, model).toString("base64url");

  async function ask(content: string, from: Language, to: Language): Promise<string> {
    const seconds = await store.secondsOff(db, machine);
    if (seconds > 0) throw new MachineFailure("off", "It is off after a refusal.");
    const masked = mask(content);
    const { text } = masked;
    if (!(await store.spend(db, text.length, options.monthlyCharacters)))
      throw new MachineFailure("budget", "This month's characters are used up.");
    let answer: string;
    try {
      answer = await askMachine(options, { text, from, to }, stopped);
    } catch (error) {
      await store.giveBack(db, text.length);
      if (error instanceof MachineFailure && !stopped.aborted)
        await store.saveFailure(db, machine, error.message, error.kind === "off" ? offSeconds : null);
      throw error;
    }
    const translation = unmask(answer, masked)?.trim();
    const warning = translation && warningOf(content, translation, to);
    const fault = translation === undefined ? "placeholder" : translation === "" ? "empty" : warning;
    if (translation && !fault && translation.length <= maximumTranslationUnits) return translation;
    const reason = `Its answer was not used: ${fault ?? "too long"}.`;
    await store.saveFailure(db, machine, reason, null);
    throw new MachineFailure("text", reason);
  }

  return {
    async state(): Promise<MachineState> {
      const [found, characters] = [await store.findState(db, machine), await store.countCharacters(db)];
      const { off_since, off_until, reason, failed_at } = found ?? {};
      return {
        provider,
        host: new URL(url).host,
        off:
          off_since && off_until ? { since: off_since.toISOString(), until: off_until.toISOString() } : null,
        last_failure: reason && failed_at ? { reason, failed_at: failed_at.toISOString() } : null,
        characters,
        monthly_characters: options.monthlyCharacters,
      };
    },

    secondsOff: () => store.secondsOff(db, machine),

    /** Null if the text has nothing to translate. Throws a MachineFailure. */
    async translate(content: string, from: Language, to: Language): Promise<string | null> {
      if (!hasWords(mask(content))) return null;
      const key = hash(machine, from, to, content);
      const known = await store.findAnswer(db, key);
      if (known !== undefined) return known;
      const translation = await ask(content, from, to);
      await store.saveAnswer(db, { key, source_key: hash(content), translation });
      return translation;
    },

    /** Forgets the answers to a text. */
    forget: (tx: Kysely<DB>, content: string) => store.deleteAnswersTo(tx, hash(content)),
  };
}
