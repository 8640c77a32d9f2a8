import { isTranslator, type Speaker } from "./known-languages.ts";
import type { Language } from "./languages.ts";
import { canTranslate } from "./permissions.ts";
import type { Role } from "./users.ts";

/** A person's part in a bot. Admins are treated as owners of every bot. */
export const botParts = ["OWNER", "EDITOR", "AGENT"] as const;
export type BotPart = (typeof botParts)[number];

export type BotAction = "read" | "answer" | "edit" | "manage";

/**
 * Whether a person with this part may do this with the bot. All parts read the bot and answer its visitors. Owners and
 * editors change stories and publish them. Only owners manage people and delete the bot. A person without a part may do
 * nothing.
 */
export function canWithBot(part: BotPart | null, action: BotAction): boolean {
  if (part === null) return false;
  return (
    part === "OWNER" || action === "read" || action === "answer" || (action === "edit" && part === "EDITOR")
  );
}

/** Whether people with this role may create bots. Others can only be added to one. */
export const canCreateBot = (role: Role): boolean =>
  role === "brse" || role === "company" || role === "admin";

/**
 * Whether a person translates the bot's texts of this pair of languages: a translator who has a part in the bot, whichever
 * it is, and knows both languages (decision 92). An admin without a part in the bot is no translator of it.
 */
export const canTranslateBot = (
  part: BotPart | null,
  speaker: Speaker,
  pair: { readonly from: Language; readonly to: Language },
): boolean => canWithBot(part, "read") && isTranslator(speaker.role) && canTranslate(speaker, pair);
