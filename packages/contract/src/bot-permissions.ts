import { isTranslator, type KnownLanguagesInput } from "./known-languages.ts";
import type { Language } from "./languages.ts";
import { canTranslate } from "./permissions.ts";
import type { Role } from "./users.ts";

/** A person's role in a bot. Admins are treated as owners of every bot. */
export const botRoles = ["OWNER", "EDITOR", "AGENT"] as const;
export type BotRole = (typeof botRoles)[number];

export type ActionOnBot = "read" | "answer" | "edit" | "manage";

/**
 * Whether a person may take this action in a bot. `botRole` is the person's role in the bot. Null: the person does not
 * work on the bot and may do nothing. All roles may read the bot and write to its visitors. Owners and editors may
 * change and publish stories. Only owners may manage people and delete the bot.
 */
export function canDoWithBot(botRole: BotRole | null, action: ActionOnBot): boolean {
  if (botRole === null) return false;
  return (
    botRole === "OWNER" ||
    action === "read" ||
    action === "answer" ||
    (action === "edit" && botRole === "EDITOR")
  );
}

/**
 * Whether people with this role in Kakehashi may create bots. People with other roles can only be added to existing
 * bots.
 */
export const canCreateBot = (role: Role): boolean =>
  role === "brse" || role === "company" || role === "admin";

/**
 * Whether a person may translate the bot's texts for this pair of languages (decision 92). Such a person is a
 * translator, works on the bot in any role, and knows both languages. An admin who does not work on the bot may not.
 */
export const canTranslateBotTexts = (
  botRole: BotRole | null,
  speaker: KnownLanguagesInput,
  languagePair: { readonly from: Language; readonly to: Language },
): boolean =>
  canDoWithBot(botRole, "read") && isTranslator(speaker.role) && canTranslate(speaker, languagePair);
