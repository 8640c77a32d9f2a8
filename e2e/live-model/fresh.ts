import { deepStrictEqual } from "node:assert";
import { type Conversation, getConversation } from "@kakehashi/contract/conversations";
import { listMessages, listMessagesAbove, type Message } from "@kakehashi/contract/messages";
import { type CallEndpoint, createApiCaller } from "./ask.ts";
import type { ModelDevice } from "./device.ts";

interface FetchedState {
  conversation: Conversation;
  messages: Message[];
}

async function fetchState(ask: CallEndpoint, conversationId: string): Promise<FetchedState> {
  const { data: conversation } = await ask(getConversation, { params: { id: conversationId } });
  let { data: messages, meta } = await ask(listMessages, {
    params: { id: conversationId },
    query: { paging: 100 },
  });
  while (meta.above) {
    const mid = messages[0]?.id ?? "";
    const olderPage = await ask(listMessagesAbove, {
      params: { id: conversationId, mid },
      query: { paging: 100 },
    });
    messages = [...olderPage.data, ...messages];
    meta = olderPage.meta;
  }
  return { conversation, messages };
}

/** Returns the visible fields of a state as objects with sorted keys, so that two states can be compared as JSON. */
function describeState(
  messages: readonly Message[],
  conversation: Conversation | undefined,
  seq: number | undefined,
): unknown {
  const sortKeys = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(sortKeys)
      : value !== null && typeof value === "object"
        ? Object.fromEntries(
            Object.entries(value)
              .sort(([one], [other]) => (one < other ? -1 : 1))
              .map(([key, inner]) => [key, sortKeys(inner)]),
          )
        : value;
  return sortKeys({ seq, conversation, messages });
}

/**
 * Waits until a device shows the same state as the server returns, and returns this state. After an outage, the server
 * may store a message after the state was fetched. The device then has a higher `seq`, and the state is fetched again.
 * After a time limit, throws an error with the difference.
 */
export async function waitForFreshState(
  device: ModelDevice,
  room: string,
  address: string,
): Promise<FetchedState> {
  await device.connect();
  const ask = createApiCaller(() => address, device.account.token);
  const describeShownState = () =>
    describeState(device.timeline?.messages ?? [], device.conversation, device.timeline?.seq);
  for (let seqBefore = -1; ; ) {
    const fetchedState = await fetchState(ask, room);
    const { seq } = fetchedState.conversation;
    const describeFetchedState = () =>
      describeState(
        fetchedState.messages.slice(-(device.timeline?.messages.length || 1)),
        fetchedState.conversation,
        seq,
      );
    // Whether the state must be fetched again, because the device shows newer changes. False if the last fetch brought
    // nothing new, because then another one does not help.
    const isFetchedStateOutdated = () => seq > seqBefore && (device.timeline?.seq ?? 0) > seq;
    await device.until(
      () =>
        isFetchedStateOutdated() ||
        JSON.stringify(describeShownState()) === JSON.stringify(describeFetchedState()),
      () => {
        deepStrictEqual(describeShownState(), describeFetchedState());
        return "The device was late.";
      },
    );
    if (isFetchedStateOutdated()) {
      seqBefore = seq;
      continue;
    }
    const hasEarlierMessages = fetchedState.messages.length > (device.timeline?.messages.length ?? 0);
    deepStrictEqual([device.timeline?.above, device.timeline?.earlyEvents.size], [hasEarlierMessages, 0]);
    return fetchedState;
  }
}
