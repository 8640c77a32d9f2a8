import { type Language, languages } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import type { Urgency } from "@kakehashi/contract/translations";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import * as asking from "./asking.ts";
import type { TranslationChanger } from "./change.ts";
import * as store from "./store.ts";

export interface TranslationRequest {
  languages: readonly Language[];
  note: string;
  urgency: Urgency;
}

/**
 * Requests translations when a message is bookmarked, and finds the languages into which a message is not translated
 * yet.
 */
export function createTranslationRequests(
  db: Kysely<DB>,
  changeEachRow: TranslationChanger["changeEachRow"],
) {
  return {
    /**
     * Requests the translations of a bookmarked message, in the transaction of the bookmark. Returns the message's
     * translations, or null if nothing changed for readers.
     */
    async requestTranslations(tx: Kysely<DB>, message: Message, userId: string, request: TranslationRequest) {
      const { languages, ...requestFields } = request;
      const wantedLanguages = languages.filter((language) => language !== message.language);
      return changeEachRow(tx, message, wantedLanguages, (row, now) =>
        asking.addRequestToRow(row, { userId, now, ...requestFields }),
      );
    },

    /**
     * Withdraws the translation requests of a removed bookmark. The languages in `stillWantedLanguages` stay requested,
     * because other bookmarks need them. Translations into other languages no longer wait for a translator, unless
     * somebody rejected them with a reason.
     */
    async withdraw(tx: Kysely<DB>, message: Message, stillWantedLanguages: readonly Language[]) {
      const withdrawnLanguages = languages.filter((language) => !stillWantedLanguages.includes(language));
      return changeEachRow(tx, message, withdrawnLanguages, (row) => asking.withdrawRequestFromRow(row));
    },

    /**
     * Returns the languages that the room's members read, except the language of the message. If no language is left,
     * returns every language except that of the message.
     */
    async languagesOf(tx: Kysely<DB>, message: Message): Promise<Language[]> {
      const roomLanguages = await store.listLanguagesOfMembers(tx, message);
      const otherLanguages = roomLanguages.filter((language) => language !== message.language);
      return otherLanguages.length > 0
        ? otherLanguages
        : languages.filter((language) => language !== message.language);
    },

    /** Returns those languages of the room's members in which the message has no current translation. */
    async missingLanguages(message: Message): Promise<Language[]> {
      const roomLanguages = await store.listLanguagesOfMembers(db, message);
      const currentTranslations = (message.translations ?? []).filter(
        ({ version, revision, state }) =>
          version > 0 && revision === message.revision && state !== "NEEDS_RETRANSLATION",
      );
      return roomLanguages.filter(
        (language) =>
          language !== message.language &&
          !currentTranslations.some((translation) => translation.language === language),
      );
    },
  };
}
