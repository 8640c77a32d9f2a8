import { z } from "zod";
import {
  botLanguageParams,
  botParams,
  botTextLocationFields,
  maximumTextsPerTranslationJobPage,
} from "./bot-texts.ts";
import { endpoint } from "./kit/endpoint.ts";
import { limits } from "./kit/limits.ts";
import { languageSchema, languages } from "./languages.ts";
import { userSummarySchema } from "./users.ts";

const botTextStatus = z
  .object({
    language: languageSchema,
    missing: z.number().int(),
    outdated: z.number().int(),
    /**
     * The open request for translations of the bot's texts into this language. Null: nobody has requested them, or all
     * texts are translated.
     */
    request: z.object({ asked_by: userSummarySchema, asked_at: z.iso.datetime() }).nullable(),
    /**
     * When the last request for translations into this language was completed. Null: a request is open, or there was no
     * request.
     */
    done_at: z.iso.datetime().nullable(),
    /** The translators who are currently translating texts into this language. */
    working: z.array(userSummarySchema).max(50),
    /** The number of people who work on the bot and can translate the waiting texts. */
    translators: z.number().int(),
  })
  .meta({ id: "BotTextsOfLanguage" });
export type BotLanguageTranslationStatus = z.infer<typeof botTextStatus>;

export const getBotTranslationStatus = endpoint({
  method: "GET",
  path: "/bots/:id/texts",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Returns for each language of a bot: how many texts of its stories, articles, phrases, canned answers and scheduled broadcasts are missing or outdated, who asked for their translation, and who is translating them. `outdated` names the first outdated texts.",
  params: botParams,
  data: z
    .object({
      languages: z.array(botTextStatus).max(languages.length),
      outdated: z
        .array(z.object({ ...botTextLocationFields, language: languageSchema }))
        .max(maximumTextsPerTranslationJobPage),
    })
    .meta({ id: "BotTexts" }),
});

export const requestBotTextTranslations = endpoint({
  method: "POST",
  path: "/bots/:id/texts/:language",
  guard: "active",
  limit: limits.form,
  summary:
    "Asks the bot's translators for all its texts that are missing or outdated in this language, including texts that are written meanwhile. For owners and editors. BOT_TEXT.NOTHING if no text waits. The caller is notified when all texts are done.",
  params: botLanguageParams,
  data: botTextStatus,
});

export const withdrawBotTextTranslationsRequest = endpoint({
  method: "DELETE",
  path: "/bots/:id/texts/:language",
  guard: "active",
  limit: limits.form,
  summary:
    "Withdraws the request for a bot's translations into this language. Texts that are already translated stay. For owners and editors.",
  params: botLanguageParams,
  data: botTextStatus,
});
