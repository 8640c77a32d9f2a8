import { getConversationChanges } from "@kakehashi/contract/conversation-sync";
import type { Message } from "@kakehashi/contract/messages";
import { listMessages, listMessagesAround } from "@kakehashi/contract/messages";
import { listReplies } from "@kakehashi/contract/threads";
import { call } from "../../../kit/api.ts";
import { computeRetryWaitMs, isTemporaryError } from "../../../kit/api-error.ts";
import { runOneAtATime } from "../../../kit/run-one-at-a-time.ts";
import { getLiveStatus, onConversationEvent, onLiveConnect } from "../../live/connection.ts";
import { parseChatKey } from "./chat-key.ts";
import {
  type ChatCacheEntry,
  chatCache,
  type MessageWindowRequest,
  messageWindowNameOf,
  setChatState,
  trimChatCacheEntry,
  updateTimeline,
} from "./chats.ts";
import { createEmptyThreadTimeline } from "./empty-thread.ts";
import { queuedMessagesOf } from "./outbox.ts";
import { prefetchPeopleOfMessages } from "./pages.ts";
import { readStoredChat } from "./stored-chats.ts";
import type { QueuedMessage } from "./stored-sends.ts";
import * as core from "./timeline.ts";

/**
 * Live events may arrive out of order. So wait this many milliseconds for a missing event. If it has not arrived by
 * then, its change is fetched from the server.
 */
const waitForMissingEventMs = 200;
/** How often the live connection was opened. */
let connectionCount = 0;
/** The state of a chat that is loading neither older nor newer messages. */
export const idleLoadingFlags = { loadingAbove: false, loadingBelow: false };

/**
 * Loads the requested messages of a chat. A new request cancels the earlier one. If the message `aroundId` belongs to
 * another chat, returns the message and loads nothing.
 */
export function loadMessageWindow(
  entry: ChatCacheEntry,
  windowRequest: MessageWindowRequest,
): Promise<Message | undefined> {
  const name = messageWindowNameOf(windowRequest);
  if (entry.runningRequest?.windowName === name) return entry.runningRequest.firstResult;
  entry.runningRequest?.cancel();
  const controller = new AbortController();
  const windowResult = fetchMessageWindow(entry, windowRequest, controller.signal);
  entry.runningRequest = {
    windowName: name,
    firstResult: windowResult,
    cancel() {
      controller.abort();
      entry.runningRequest = null;
    },
  };
  return windowResult;
}

async function fetchMessageWindow(
  entry: ChatCacheEntry,
  windowRequest: MessageWindowRequest,
  signal: AbortSignal,
): Promise<Message | undefined> {
  const { aroundId = null, afterNumber } = windowRequest;
  const connectionCountBefore = connectionCount;
  entry.eventsDuringLoad = [];
  if (entry.state.firstLoadError) setChatState(entry, { firstLoadError: null });
  try {
    const { id, parentId } = parseChatKey(entry.key);
    const { data, meta } = await (aroundId !== null
      ? call(listMessagesAround, { params: { id, mid: aroundId }, signal })
      : parentId === null
        ? call(listMessages, {
            params: { id },
            query: afterNumber === undefined ? {} : { after: afterNumber },
            signal,
          })
        : call(listReplies, { params: { id, mid: parentId }, signal }));
    if (signal.aborted) return;
    const linkedMessage = data.find((message) => message.id === aroundId);
    if (linkedMessage && linkedMessage.parent_id !== parentId) return linkedMessage;
    const { above, below, seq, lines } = meta;
    prefetchPeopleOfMessages({ messages: data, lines });
    showMessageWindow(entry, core.createTimeline(id, seq, { messages: data, lines, above, below, parentId }));
    checkForMissingEvents(entry);
  } catch (error) {
    const storedTimeline =
      isTemporaryError(error) && !signal.aborted
        ? ((await readStoredChat(entry.key)) ?? createEmptyThreadTimeline(entry.key))
        : null;
    if (signal.aborted) return;
    const hasLinkedMessage =
      aroundId === null || storedTimeline?.messages.some((message) => message.id === aroundId);
    if (storedTimeline && hasLinkedMessage && !entry.state.timeline) {
      showMessageWindow(entry, storedTimeline);
      void catchUp(entry);
    } else {
      entry.requestToRetry = isTemporaryError(error) ? windowRequest : {};
      setChatState(entry, { firstLoadError: error });
    }
  } finally {
    if (!signal.aborted) entry.runningRequest = null;
  }
  // The live connection was opened during the request. So fetch the changes between the response and that connection.
  if (connectionCount !== connectionCountBefore) void catchUp(entry);
}

function showMessageWindow(entry: ChatCacheEntry, timeline: core.ChatTimeline): void {
  const timelineWithSends = queuedMessagesOf(entry.key).reduce(addQueuedMessage, timeline);
  setChatState(entry, {
    timeline: entry.eventsDuringLoad.reduce(core.applyEvent, timelineWithSends),
    ...idleLoadingFlags,
  });
}

function addQueuedMessage(
  timeline: core.ChatTimeline,
  { client_id, ...queuedSend }: QueuedMessage,
): core.ChatTimeline {
  const { content, files, local: localFiles, created_at, refusal } = queuedSend;
  const timelineWithStartedSend = core.addOutgoingMessage(timeline, {
    client_id,
    content,
    files,
    localFiles,
    created_at,
  });
  return refusal === null
    ? core.markSendWaiting(timelineWithStartedSend, client_id)
    : core.markSendFailed(timelineWithStartedSend, client_id, refusal);
}

/**
 * For each chat, a function that fetches missed changes. If it is called while it is running, it runs once more
 * afterwards.
 */
const catchUpFunctions = new WeakMap<ChatCacheEntry, () => Promise<void>>();
function catchUp(entry: ChatCacheEntry): Promise<void> {
  const runCatchUp = catchUpFunctions.get(entry) ?? runOneAtATime(() => fetchMissedChanges(entry));
  catchUpFunctions.set(entry, runCatchUp);
  return runCatchUp();
}

async function fetchMissedChanges(entry: ChatCacheEntry): Promise<void> {
  if (!entry.state.timeline) {
    if (!entry.state.firstLoadError || entry.runningRequest) return;
    const messageOfOtherChat = await loadMessageWindow(entry, entry.requestToRetry);
    if (messageOfOtherChat) await loadMessageWindow(entry, {});
    return;
  }
  try {
    for (let hasMore = true; hasMore; ) {
      const { timeline } = entry.state;
      // The chat was closed or is loading again, so there are no missed changes to apply.
      if (!timeline) return;
      const { data, meta } = await call(getConversationChanges, {
        params: { id: parseChatKey(entry.key).id },
        query: { since: timeline.seq },
      });
      updateTimeline(entry, (timeline) => core.applyChanges(timeline, data));
      hasMore = meta.has_more;
    }
  } catch (error) {
    // If the browser is offline, the next connection fetches the changes. If it is online, the server is overloaded or
    // down, so retry later.
    if (isTemporaryError(error))
      setTimeout(() => getLiveStatus() === "connected" && void catchUp(entry), computeRetryWaitMs(error));
  }
}

function checkForMissingEvents(entry: ChatCacheEntry): void {
  if (!entry.state.timeline || !core.isMissingChanges(entry.state.timeline)) return;
  setTimeout(() => {
    if (entry.state.timeline && core.isMissingChanges(entry.state.timeline)) void catchUp(entry);
  }, waitForMissingEventMs);
}

/** Applies live events to the chats in memory until the returned function is called. */
export function keepChatsUpdated(): () => void {
  const unsubscribeFunctions = [
    onConversationEvent((event) => {
      for (const entry of chatCache.values()) {
        if (parseChatKey(entry.key).id !== event.conversation_id) continue;
        if (entry.runningRequest) entry.eventsDuringLoad.push(event);
        updateTimeline(entry, (timeline) => core.applyEvent(timeline, event));
        if (entry.listeners.size === 0) trimChatCacheEntry(entry);
        checkForMissingEvents(entry);
      }
    }),
    onLiveConnect(() => {
      connectionCount++;
      for (const entry of chatCache.values()) void catchUp(entry);
    }),
  ];
  return () => {
    for (const unsubscribe of unsubscribeFunctions) unsubscribe();
    chatCache.clear();
  };
}
