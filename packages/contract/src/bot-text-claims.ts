import { z } from "zod";
import { botTextParams, botTextPath, botTextSchema, maximumHandOverNoteLength } from "./bot-texts.ts";
import { maximumPeoplePerBot } from "./bots.ts";
import { createPlainTextSchema } from "./flows/texts.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { handOverCandidateSchema } from "./translation-people.ts";

export const claimBotText = endpoint({
  method: "POST",
  path: `${botTextPath}/claim`,
  guard: "active",
  limit: limits.click,
  summary:
    "Claims a text: tells others that the caller is translating it. Calling again renews the claim. BOT_TEXT.CLAIMED while somebody else has the claim. A claim ends 15 minutes after it was made, handed over or last renewed.",
  params: botTextParams,
  data: botTextSchema,
});

export const releaseBotTextClaim = endpoint({
  method: "POST",
  path: `${botTextPath}/release`,
  guard: "active",
  limit: limits.click,
  summary: "Releases the caller's claim of a text.",
  params: botTextParams,
  data: botTextSchema,
});

export const listBotTextTranslatorCandidates = endpoint({
  method: "GET",
  path: `${botTextPath}/people`,
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Lists the people of the bot to whom a text can be handed over: first those who know both languages, then the translators who lack one of them. Each group is sorted by name.",
  params: botTextParams,
  data: z.array(handOverCandidateSchema).max(maximumPeoplePerBot),
});

export const handOverBotText = endpoint({
  method: "POST",
  path: `${botTextPath}/hand_over`,
  guard: "active",
  limit: limits.click,
  summary:
    "Hands a text that the caller or nobody has claimed over to another translator of the bot who knows both languages. That translator is notified and sees the `note` at the text. If the call is refused, the claim stays as it was.",
  params: botTextParams,
  body: z
    .strictObject({
      user_id: idSchema,
      note: createPlainTextSchema(maximumHandOverNoteLength)
        .transform((text) => text.trim())
        .default(""),
    })
    .meta({ id: "BotTextHandOver" }),
  data: botTextSchema,
});
