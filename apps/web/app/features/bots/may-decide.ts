import type { Livechat } from "@kakehashi/contract/bot-livechat";
import type { Bot } from "@kakehashi/contract/bots";

/**
 * Whether a reader may hand the talk over and close it, block and tag the person, and decide what is sent: the talk's agent
 * and owners, and everybody who works on the bot while nobody answers. The server has the same rule.
 */
export const mayDecideAboutTalk = (
  { agent }: Pick<Livechat, "agent">,
  bot: Pick<Bot, "part"> | undefined,
  userId: string | undefined,
): boolean => bot !== undefined && (agent === null || agent.id === userId || bot.part === "OWNER");
