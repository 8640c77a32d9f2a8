import { type Conversation, getConversation } from "@kakehashi/contract/conversations";
import { listMessages, type Message, messagesAbove } from "@kakehashi/contract/messages";
import type { Ask } from "./ask.ts";

/** A conversation and all of its messages, fetched now. */
export async function fetchAfresh(
  ask: Ask,
  id: string,
): Promise<{ conversation: Conversation; messages: Message[] }> {
  const { data: conversation } = await ask(getConversation, { params: { id } });
  let { data: messages, meta } = await ask(listMessages, { params: { id }, query: { paging: 100 } });
  while (meta.above) {
    const mid = messages[0]?.id ?? "";
    const older = await ask(messagesAbove, { params: { id, mid }, query: { paging: 100 } });
    messages = [...older.data, ...messages];
    meta = older.meta;
  }
  return { conversation, messages };
}

/** What people see of it: fields in one order, whoever wrote them. */
export function show(
  messages: readonly Message[],
  conversation: Conversation | undefined,
  seq: number | undefined,
): unknown {
  const sorted = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(sorted)
      : value !== null && typeof value === "object"
        ? Object.fromEntries(
            Object.entries(value)
              .sort(([one], [other]) => (one < other ? -1 : 1))
              .map(([key, inner]) => [key, sorted(inner)]),
          )
        : value;
  return sorted({ seq, conversation, messages });
}
