import { getConversationChanges } from "@kakehashi/contract/conversation-sync";
import { listMessagesAbove, listMessagesBelow, type Message } from "@kakehashi/contract/messages";
import { call } from "../../../kit/api.ts";
import { waitForOnTimeFrame } from "../../../kit/next-frame.ts";
import { prefetchPerson } from "../../profiles/people.ts";
import { parseChatKey } from "./chat-key.ts";
import { type ChatCacheEntry, chatCacheEntryOf, setChatState, updateTimeline } from "./chats.ts";
import type { MessagePage } from "./loaded-messages.ts";
import * as core from "./timeline.ts";

/** The side on which to load messages: `above` for older ones, `below` for newer ones. */
type PageDirection = "above" | "below";

interface PageLoader {
  readonly endpoint: typeof listMessagesAbove | typeof listMessagesBelow;
  readonly loading: "loadingAbove" | "loadingBelow";
  /** Returns the oldest or the newest loaded message. The next page continues from it. */
  readonly outermostMessage: (timeline: core.ChatTimeline) => Message | undefined;
  readonly addPage: (timeline: core.ChatTimeline, page: MessagePage, hasMore: boolean) => core.ChatTimeline;
}

const pageLoaders: Record<PageDirection, PageLoader> = {
  above: {
    endpoint: listMessagesAbove,
    loading: "loadingAbove",
    outermostMessage: ({ messages }) => messages[0],
    addPage: (timeline, page, hasMoreAbove) =>
      core.addOlderMessages(timeline, { ...page, above: hasMoreAbove }),
  },
  below: {
    endpoint: listMessagesBelow,
    loading: "loadingBelow",
    outermostMessage: ({ messages }) => messages.at(-1),
    addPage: (timeline, page, hasMoreBelow) =>
      core.addNewerMessages(timeline, { ...page, below: hasMoreBelow }),
  },
};

export const loadOlderPage = (key: string): Promise<void> => loadPage(key, "above");

/** Loads the next page of newer messages. Needed only if the chat was opened at an older message. */
export const loadNewerPage = (key: string): Promise<void> => loadPage(key, "below");

async function loadPage(key: string, direction: PageDirection): Promise<void> {
  const entry = chatCacheEntryOf(key);
  const { endpoint, loading, outermostMessage, addPage: addLoadedPage } = pageLoaders[direction];
  const { timeline } = entry.state;
  const edgeMessage = timeline && outermostMessage(timeline);
  if (!edgeMessage || !timeline[direction] || entry.state[loading]) return;
  const idleLoadingFlags = { [loading]: false };
  setChatState(entry, { [loading]: true });
  try {
    const { data, meta } = await call(endpoint, {
      params: { id: parseChatKey(key).id, mid: edgeMessage.id },
    });
    const page = { messages: data, lines: meta.lines };
    prefetchPeopleOfMessages(page);
    await waitForOnTimeFrame();
    // Discard the page if other messages were loaded during the request, because there would be a gap between them.
    const isSameWindow = (currentTimeline: core.ChatTimeline) =>
      currentTimeline[direction] && outermostMessage(currentTimeline)?.id === edgeMessage.id;
    updateTimeline(
      entry,
      (currentTimeline) =>
        isSameWindow(currentTimeline)
          ? addLoadedPage(currentTimeline, page, meta[direction])
          : currentTimeline,
      idleLoadingFlags,
    );
    await applyMissedChanges(entry, meta.seq);
  } catch (error) {
    setChatState(entry, idleLoadingFlags);
    throw error;
  }
}

/**
 * Fetches the changes of these messages that happened while they were being loaded. Their live events were ignored,
 * because the messages were not loaded yet.
 */
async function applyMissedChanges(entry: ChatCacheEntry, seq: number): Promise<void> {
  for (let nextSeq = seq; nextSeq < (entry.state.timeline?.seq ?? 0); ) {
    const { data } = await call(getConversationChanges, {
      params: { id: parseChatKey(entry.key).id },
      query: { since: nextSeq },
    });
    updateTimeline(entry, (timeline) => core.applyChanges(timeline, { ...data, seq: timeline.seq }));
    if (data.seq <= nextSeq) return;
    nextSeq = data.seq;
  }
}

/** Loads the authors, the translators and the people in system messages before the messages are rendered. */
export function prefetchPeopleOfMessages({ messages, lines = [] }: MessagePage): void {
  const people = [
    ...messages.map(({ user_id }) => user_id),
    ...messages.flatMap(({ translations = [] }) =>
      translations.flatMap(({ user_id, claimed_by }) => [user_id, claimed_by].filter((id) => id !== null)),
    ),
    ...lines.flatMap((line) => [...(line.actor_id ? [line.actor_id] : []), ...line.user_ids]),
  ];
  for (const id of new Set(people)) prefetchPerson(id);
}
