import { randomUUID } from "node:crypto";
import { toggleMessageReaction } from "@kakehashi/contract/changes";
import { createConversation } from "@kakehashi/contract/conversations";
import { type Message, sendMessage } from "@kakehashi/contract/messages";
import type { ApiResponse } from "./app.ts";
import type { TestPerson } from "./world.ts";

/** Returns the id of the direct conversation between two people. */
export async function createDirectRoom(person: TestPerson, partner: TestPerson): Promise<string> {
  const { data } = await person.call(createConversation, {
    body: { kind: "DIRECT", user_ids: [partner.id] },
  });
  return data.id;
}

/** Creates a group that the first person owns. Returns the group's id. */
export async function createGroupRoom(owner: TestPerson, ...otherMembers: TestPerson[]): Promise<string> {
  const { data } = await owner.call(createConversation, {
    body: { kind: "GROUP", name: "a group", user_ids: otherMembers.map(({ id }) => id) },
  });
  return data.id;
}

export interface SendOptions {
  client_id?: string;
  parent_id?: string;
}

export function trySendText(
  person: TestPerson,
  roomId: string,
  content: string,
  options: SendOptions = {},
): Promise<ApiResponse<typeof sendMessage>> {
  return person.call(sendMessage, {
    params: { id: roomId },
    body: { client_id: randomUUID(), content, ...options },
  });
}

export async function sendText(
  person: TestPerson,
  roomId: string,
  content: string,
  options?: SendOptions,
): Promise<Message> {
  const { data, error } = await trySendText(person, roomId, content, options);
  if (error) throw new Error(error.message);
  return data;
}

/** Returns the path parameters of a message. */
export const messagePathParamsOf = ({ conversation_id, id }: Message) => ({
  params: { id: conversation_id, mid: id },
});

/** Adds the person's emoji reaction to a message. A second request with the same emoji removes the reaction. */
export const toggleReaction = (person: TestPerson, message: Message, type: string) =>
  person.call(toggleMessageReaction, { ...messagePathParamsOf(message), query: { type } });
