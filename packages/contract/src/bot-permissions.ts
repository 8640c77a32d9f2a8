import type { Role } from "./users.ts";

/** A person's part in a bot. An admin is treated as an owner of all. */
export const botParts = ["OWNER", "EDITOR", "AGENT"] as const;
export type BotPart = (typeof botParts)[number];

export type BotAction = "read" | "edit" | "manage";

/**
 * What a person may do with a bot. Everybody with a part reads it, also its agents, who answer its visitors. Owners and
 * editors draw, publish and switch; owners alone decide who has a part, and delete it. Without a part there is no bot.
 */
export function canWithBot(part: BotPart | null, action: BotAction): boolean {
  if (part === null) return false;
  return part === "OWNER" || action === "read" || (action === "edit" && part === "EDITOR");
}

/** Bots are made by bridge engineers, by clients and their staff, and by admins. Others get a part in one. */
export const canCreateBot = (role: Role): boolean =>
  role === "brse" || role === "company" || role === "admin";
