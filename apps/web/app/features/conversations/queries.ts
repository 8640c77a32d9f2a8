import {
  type Conversation,
  getConversation,
  isInConversationList,
  listConversations,
  markConversationRead,
} from "@kakehashi/contract/conversations";
import { type InfiniteData, infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "../../kit/api.ts";
import { computeRetryWaitMs, isTemporaryError } from "../../kit/api-error.ts";
import { readOfflineValue, storeOffline } from "../../kit/offline-storage.ts";
import { getQueryClient } from "../../kit/query.ts";
import { getLiveStatus, onConversationEvent, onLiveConnect } from "../live/connection.ts";
import { refetchPerson } from "../profiles/people.ts";
import { applyRecordedEvents, EventsDuringRequestRecorder } from "./event-recorder.ts";
import {
  applyEventToList,
  type ConversationListReader,
  mergeConversationPages,
  upsertInList,
} from "./list.ts";
import { unreadConversationCountsQuery } from "./unread-conversation-counts.ts";

export interface ConversationListPage {
  data: readonly Conversation[];
  meta: { page: number; has_more: boolean };
}
type ConversationPages = InfiniteData<ConversationListPage, number>;

/** The browser stores at most this many conversations for offline reading. */
const maxStoredConversations = 50;
/**
 * A change to the list of conversations is stored after this many milliseconds, together with all changes in the
 * meantime.
 */
const storeDelayMs = 1_000;
const storageKey = "conversations";

const eventRecorder = new EventsDuringRequestRecorder();
let getCurrentReader = (): ConversationListReader => ({ userId: "", openRoomId: null });

/**
 * Puts all conversations into the first page of the cached list, and empties the other pages. The empty pages must
 * stay, because they say whether the server has more pages.
 */
const putListIntoPages = (
  { pages, pageParams }: ConversationPages,
  list: readonly Conversation[],
): ConversationPages => ({
  pages: pages.map((page, index) => ({ ...page, data: index === 0 ? list : [] })),
  pageParams,
});

export const conversationListQuery = infiniteQueryOptions({
  queryKey: ["conversations"],
  async queryFn({ pageParam, signal }): Promise<ConversationListPage> {
    try {
      return await call(listConversations, { query: { page: pageParam }, signal });
    } catch (error) {
      // If the server cannot be reached, use the list that this browser has stored. If a list has already been loaded,
      // keep that one, because it is newer.
      const storedList =
        isTemporaryError(error) && !getConversationList()
          ? await readOfflineValue<Conversation[]>(storageKey)
          : null;
      if (!storedList) throw error;
      return { data: storedList, meta: { page: pageParam, has_more: false } };
    }
  },
  // Fetches all pages of the list. Live events that arrive between two of these requests may change the list. So the
  // events are recorded and applied to the result.
  async persister(fetchPages, context): Promise<ConversationListPage> {
    // According to the library's type, `fetchPages` returns one page. But for an infinite query it returns all pages.
    const fetchAllPages = fetchPages as unknown as (
      fetchContext: typeof context,
    ) => Promise<ConversationPages>;
    const { value, events } = await eventRecorder.recordDuring(() => fetchAllPages(context));
    const { list, staleIds } = applyRecordedEvents(
      mergeConversationPages(value.pages.map(({ data }) => data)),
      events,
      getCurrentReader(),
    );
    for (const id of staleIds) void refetchConversation(id);
    return putListIntoPages(value, list) as unknown as ConversationListPage;
  },
  initialPageParam: 1,
  getNextPageParam: ({ meta }) => (meta.has_more ? meta.page + 1 : undefined),
  staleTime: Number.POSITIVE_INFINITY,
});

export const conversationQuery = (id: string) =>
  queryOptions({
    queryKey: ["conversation", id],
    queryFn: async ({ signal }) => (await call(getConversation, { params: { id }, signal })).data,
  });

function getConversationList(): readonly Conversation[] | undefined {
  const pages = getQueryClient().getQueryData<ConversationPages>(conversationListQuery.queryKey)?.pages;
  return pages && mergeConversationPages(pages.map(({ data }) => data));
}

/** Returns the first `count` conversations of the loaded list. */
export const getFirstConversations = (count: number) => getConversationList()?.slice(0, count) ?? [];

export const findConversationInList = (id: string) =>
  getConversationList()?.find((conversation) => conversation.id === id);

/** Stores the list of conversations in the browser after each change. Returns a function that stops the storing. */
function storeListOnChange(): () => void {
  let storeTimer: ReturnType<typeof setTimeout> | undefined;
  const [name] = conversationListQuery.queryKey;
  const unsubscribe = getQueryClient()
    .getQueryCache()
    .subscribe(({ type, query }) => {
      if (type !== "updated" || query.queryKey[0] !== name || storeTimer !== undefined) return;
      storeTimer = setTimeout(() => {
        storeTimer = undefined;
        storeOffline(storageKey, getFirstConversations(maxStoredConversations));
      }, storeDelayMs);
    });
  return () => {
    clearTimeout(storeTimer);
    unsubscribe();
  };
}

/**
 * Returns a conversation that is already loaded. Unlike a hook, this does not render a component again when the
 * conversation changes.
 */
export const getLoadedConversation = (id: string): Conversation | undefined =>
  getConversationList()?.find((conversation) => conversation.id === id) ??
  getQueryClient().getQueryData(conversationQuery(id).queryKey);

function changeConversationList(change: (list: readonly Conversation[]) => readonly Conversation[]): void {
  const client = getQueryClient();
  const previousPages = client.getQueryData<ConversationPages>(conversationListQuery.queryKey);
  const previousList = getConversationList();
  if (!previousPages || !previousList) return;
  const list = change(previousList);
  if (list === previousList) return;
  client.setQueryData<ConversationPages>(
    conversationListQuery.queryKey,
    putListIntoPages(previousPages, list),
  );
  const unreadStateKeyOf = (conversations: readonly Conversation[]) =>
    conversations
      .filter(({ unread_count }) => unread_count > 0)
      .map(({ id, pinned, muted, mention_count }) => `${id} ${pinned} ${muted && mention_count === 0}`)
      .sort()
      .join();
  if (unreadStateKeyOf(list) !== unreadStateKeyOf(previousList))
    void client.invalidateQueries(unreadConversationCountsQuery);
}

/** Adds a conversation to the list. If the list has an older version of it, replaces that. */
export function putConversationInList(conversation: Conversation): void {
  changeConversationList((list) => upsertInList(list, conversation));
}

/**
 * Stores a conversation from the server's response in the list. Does nothing if a live event has meanwhile removed the
 * reader from the conversation.
 */
async function storeFetchedConversation(responsePromise: Promise<{ data: Conversation }>): Promise<void> {
  const { value, events } = await eventRecorder.recordDuring(() => responsePromise);
  const { data } = value;
  if (events.some(({ type, conversation_id: id }) => type === "CONVERSATION_REMOVED" && id === data.id))
    return;
  putConversationInList(data);
}

/** Waits for the response to a change of a conversation. Then updates the conversation in all lists. */
export async function storeChangedConversation(
  responsePromise: Promise<{ data: Conversation }>,
): Promise<void> {
  await storeFetchedConversation(responsePromise);
  void getQueryClient().invalidateQueries({ queryKey: ["conversations-of"] });
}

/**
 * Marks the messages up to `number` as read. Without `number`, marks all messages. The unread count changes when the
 * response arrives.
 */
export async function markRead(id: string, number?: number): Promise<void> {
  await storeFetchedConversation(call(markConversationRead, { params: { id }, body: { number } }));
}

/** Keeps the list of conversations up to date by live events, until the returned function is called. */
export function keepConversationsUpdated(getReader: () => ConversationListReader): () => void {
  const client = getQueryClient();
  getCurrentReader = getReader;
  const stopEvents = onConversationEvent((event) => {
    eventRecorder.record(event);
    let staleId: string | null = null;
    changeConversationList((list) => {
      const change = applyEventToList(list, event, getCurrentReader());
      staleId = change.staleId;
      return change.list;
    });
    if (staleId) void refetchConversation(staleId);
    if (event.type === "MESSAGE_CREATED" || /^CONVERSATION_(?!CHANGED)/.test(event.type)) {
      void client.invalidateQueries({ queryKey: ["conversations-of"] });
    }
    // Remove the conversation also from the query cache, which may contain it under a key of its own.
    if (event.type === "CONVERSATION_REMOVED")
      void client.resetQueries(conversationQuery(event.conversation_id));
    if (event.type === "CONVERSATION_CHANGED") {
      if (event.user_id) refetchPerson(event.user_id);
      for (const queryKey of [
        ["conversation-people", event.conversation_id],
        ["conversation-members", event.conversation_id],
      ])
        void client.invalidateQueries({ queryKey });
    }
  });
  const stopListening = onLiveConnect(() => {
    // While the device was disconnected, events may have been lost. So fetch all conversations and members again.
    void client.invalidateQueries({ predicate: ({ queryKey: [name] }) => /^conversation/.test(`${name}`) });
  });
  const stopStoring = storeListOnChange();
  return () => {
    stopEvents();
    stopListening();
    stopStoring();
  };
}

async function refetchConversation(id: string): Promise<void> {
  try {
    const { value, events } = await eventRecorder.recordDuring(() =>
      call(getConversation, { params: { id } }),
    );
    const eventsOfRoom = events.filter((event) => event.conversation_id === id);
    const { list, staleIds } = applyRecordedEvents([value.data], eventsOfRoom, getCurrentReader());
    for (const conversation of list) {
      if (isInConversationList(conversation, getCurrentReader().userId)) putConversationInList(conversation);
      else getQueryClient().setQueryData(conversationQuery(id).queryKey, conversation);
    }
    if (staleIds.size > 0) await refetchConversation(id);
  } catch (error) {
    // If the server is overloaded or down, try again later. This is not necessary without a live connection, because
    // the whole list is fetched after a reconnect. If the reader has lost access to the conversation, a retry is
    // useless.
    if (isTemporaryError(error))
      setTimeout(
        () => getLiveStatus() === "connected" && void refetchConversation(id),
        computeRetryWaitMs(error),
      );
  }
}
