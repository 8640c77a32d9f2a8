import { deepStrictEqual } from "node:assert";
import { type Conversation, getConversation } from "@kakehashi/contract/conversations";
import { listMessages, listMessagesAbove, type Message } from "@kakehashi/contract/messages";
import { type CallEndpoint, createApiCaller } from "./ask.ts";
import type { ModelDevice } from "./device.ts";

interface FetchedState {
  conversation: Conversation;
  messages: Message[];
}

async function fetchState(callApi: CallEndpoint, conversationId: string): Promise<FetchedState> {
  const { data: conversation } = await callApi(getConversation, { params: { id: conversationId } });
  let { data: messages, meta } = await callApi(listMessages, {
    params: { id: conversationId },
    query: { paging: 100 },
  });
  while (meta.above) {
    const mid = messages[0]?.id ?? "";
    const olderPage = await callApi(listMessagesAbove, {
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
              .sort(([firstKey], [secondKey]) => (firstKey < secondKey ? -1 : 1))
              .map(([key, innerValue]) => [key, sortKeys(innerValue)]),
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
  const callApi = createApiCaller(() => address, device.account.token);
  const describeShownState = () =>
    describeState(device.timeline?.messages ?? [], device.conversation, device.timeline?.seq);
  for (let seqBefore = -1; ; ) {
    const fetchedState = await fetchState(callApi, room);
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
    deepStrictEqual(
      [device.timeline?.above, device.timeline?.outOfOrderEvents.size],
      [hasEarlierMessages, 0],
    );
    return fetchedState;
  }
}
