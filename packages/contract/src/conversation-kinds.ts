import { z } from "zod";

/**
 * The kinds of conversations (docs/words.md). The kind decides who can be a member. In an OUTSIDE
 * conversation, people talk to somebody without an account, such as a bot's visitor.
 */
export const conversationKinds = [
  "MY_CHAT",
  "DIRECT",
  "GROUP",
  "TEAM",
  "CLIENT",
  "SUPPORT",
  "OUTSIDE",
] as const;
export const conversationKindSchema = z.enum(conversationKinds).meta({ id: "ConversationKind" });
export type ConversationKind = z.infer<typeof conversationKindSchema>;
