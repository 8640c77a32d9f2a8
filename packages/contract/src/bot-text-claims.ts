import { z } from "zod";
import { botText, botTextParams, botTextPath, maximumHandOverNoteLength } from "./bot-texts.ts";
import { maximumBotPeople } from "./bots.ts";
import { plainText } from "./flows/texts.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { translationPerson } from "./translation-people.ts";

export const claimBotText = endpoint({
  method: "POST",
  path: `${botTextPath}/claim`,
  guard: "active",
  limit: limits.click,
  summary:
    "Says that I am translating it; again, that I still am. BOT_TEXT.CLAIMED while somebody else is, until 15 minutes after they were last heard of.",
  params: botTextParams,
  data: botText,
});

export const releaseBotText = endpoint({
  method: "POST",
  path: `${botTextPath}/release`,
  guard: "active",
  limit: limits.click,
  summary: "Gives my claim back.",
  params: botTextParams,
  data: botText,
});

export const listBotTextPeople = endpoint({
  method: "GET",
  path: `${botTextPath}/people`,
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "To whom in the bot a text can be handed over: first who knows both languages, then the translators who lack one of them, by name.",
  params: botTextParams,
  data: z.array(translationPerson).max(maximumBotPeople),
});

export const handOverBotText = endpoint({
  method: "POST",
  path: `${botTextPath}/hand_over`,
  guard: "active",
  limit: limits.click,
  summary:
    "Gives my claim, or a text that nobody has claimed, to another translator of the bot who knows both languages. They are told, and see the `note` at the text. Once refused, the claim is as it was.",
  params: botTextParams,
  body: z
    .strictObject({
      user_id: idSchema,
      note: plainText(maximumHandOverNoteLength)
        .transform((text) => text.trim())
        .default(""),
    })
    .meta({ id: "BotTextHandOver" }),
  data: botText,
});
