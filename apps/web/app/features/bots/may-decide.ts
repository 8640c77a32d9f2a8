import type { Livechat } from "@kakehashi/contract/bot-livechat";
import type { Bot } from "@kakehashi/contract/bots";

/**
 * Whether a reader may manage a chat: hand it over, close it, block or tag the visitor, and decide what is sent. The
 * chat's agent and the owners of the bot may. If the chat has no agent, everybody who works on the bot may. The server
 * applies the same rule.
 */
export const mayManageTalk = (
  { agent }: Pick<Livechat, "agent">,
  bot: Pick<Bot, "part"> | undefined,
  userId: string | undefined,
): boolean => bot !== undefined && (agent === null || agent.id === userId || bot.part === "OWNER");
