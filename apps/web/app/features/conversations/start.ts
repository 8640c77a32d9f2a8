import { type Conversation, createConversation } from "@kakehashi/contract/conversations";
import { call } from "../../kit/api.ts";
import { putConversationInList } from "./queries.ts";

/** Returns the direct conversation with this person, and creates it if there is none yet. */
export async function startDirectConversation(userId: string): Promise<Conversation> {
  const { data } = await call(createConversation, { body: { kind: "DIRECT", user_ids: [userId] } });
  putConversationInList(data);
  return data;
}

export async function startGroup(name: string, userIds: readonly string[]): Promise<Conversation> {
  const body = { kind: "GROUP" as const, name, user_ids: [...userIds] };
  const { data } = await call(createConversation, { body });
  putConversationInList(data);
  return data;
}

/** Returns the conversation with the reader's own notes, and creates it if there is none yet. */
export async function openMyChat(): Promise<Conversation> {
  const { data } = await call(createConversation, { body: { kind: "MY_CHAT" } });
  putConversationInList(data);
  return data;
}
