import { type Conversation, createConversation } from "@kakehashi/contract/conversations";
import { call } from "../../kit/api.ts";
import { showInList } from "./queries.ts";

/** The existing conversation with this person, or a new one. */
export async function startDirect(userId: string): Promise<Conversation> {
  const { data } = await call(createConversation, { body: { kind: "DIRECT", user_ids: [userId] } });
  showInList(data);
  return data;
}

/** A new group, owned by the reader. */
export async function startGroup(name: string, userIds: readonly string[]): Promise<Conversation> {
  const body = { kind: "GROUP" as const, name, user_ids: [...userIds] };
  const { data } = await call(createConversation, { body });
  showInList(data);
  return data;
}

/** The reader's own notes, made when they are first wanted. */
export async function openMyChat(): Promise<Conversation> {
  const { data } = await call(createConversation, { body: { kind: "MY_CHAT" } });
  showInList(data);
  return data;
}
