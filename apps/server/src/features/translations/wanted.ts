import { type Language, languages } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import type { Urgency } from "@kakehashi/contract/translations";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import * as asking from "./asking.ts";
import type { Changes } from "./change.ts";
import * as store from "./store.ts";

export interface TranslationRequest {
  languages: readonly Language[];
  note: string;
  urgency: Urgency;
}

/** Requests translations with the marks of messages, and says which languages a message lacks. */
export function createWanted(db: Kysely<DB>, eachRow: Changes["eachRow"]) {
  return {
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
  };
}
