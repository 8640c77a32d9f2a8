import {
  type Conversation,
  getConversation,
  isInConversationList,
  listConversations,
  markConversationRead,
} from "@kakehashi/contract/conversations";
import { type InfiniteData, infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "../../kit/api.ts";
import { isOutage, waitMsAfterError } from "../../kit/api-error.ts";
import { readStored, storeOffline } from "../../kit/offline-storage.ts";
import { queryClient } from "../../kit/query.ts";
import { liveStatus, onLiveConnect, onLiveEvent } from "../live/connection.ts";
import { refetchPerson } from "../profiles/people.ts";
import {
  applyEventToList,
  applyRecordedEvents,
  EventRecorder,
  joinPages,
  type Reader,
  replaceInList,
} from "./list.ts";
import { unreadQuery } from "./unread-counts.ts";

export interface ConversationPage {
  data: readonly Conversation[];
  meta: { page: number; has_more: boolean };
}
type ConversationPages = InfiniteData<ConversationPage, number>;

/** How many conversations are stored for offline reading. */
const maxStoredConversations = 50;
/** Milliseconds from a change of the conversations until the browser stores them. */
const storeDelayMs = 1_000;
const storageKey = "conversations";

const eventRecorder = new EventRecorder();
let reader = (): Reader => ({ userId: "", openId: null });

/**
 * Returns the pages of the list with all conversations in the first page. The other pages become empty. They only
 * remember whether more pages follow.
 */
const pagesWithList = (
  { pages, pageParams }: ConversationPages,
  list: readonly Conversation[],
): ConversationPages => ({
  pages: pages.map((page, index) => ({ ...page, data: index === 0 ? list : [] })),
  pageParams,
});

export const listQuery = infiniteQueryOptions({
  queryKey: ["conversations"],
  async queryFn({ pageParam, signal }): Promise<ConversationPage> {
    try {
      return await call(listConversations, { query: { page: pageParam }, signal });
    } catch (error) {
      // If a list is loaded, do not replace it by the stored list, which is older.
      const storedList =
        isOutage(error) && !currentConversationList() ? await readStored<Conversation[]>(storageKey) : null;
      if (!storedList) throw error;
      return { data: storedList, meta: { page: pageParam, has_more: false } };
    }
  },
  // Wraps the fetch of all pages of the conversation list. It takes several requests, and live events may change the
  // list between two of them. So events that arrive during the fetch are applied to its result.
  async persister(fetchPages, context): Promise<ConversationPage> {
    // By its type, `fetchPages` returns one page, but it returns all pages.
    const fetchAllPages = fetchPages as unknown as (
      fetchContext: typeof context,
    ) => Promise<ConversationPages>;
    const { value, events } = await eventRecorder.recordDuring(() => fetchAllPages(context));
    const { list, staleIds } = applyRecordedEvents(
      joinPages(value.pages.map(({ data }) => data)),
      events,
      reader(),
    );
    for (const id of staleIds) void refetchConversation(id);
    return pagesWithList(value, list) as unknown as ConversationPage;
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

function currentConversationList(): readonly Conversation[] | undefined {
  const pages = queryClient().getQueryData<ConversationPages>(listQuery.queryKey)?.pages;
  return pages && joinPages(pages.map(({ data }) => data));
}

/** The newest conversations among the loaded ones. */
export const newestConversations = (count: number) => currentConversationList()?.slice(0, count) ?? [];

export const conversationInList = (id: string) =>
  currentConversationList()?.find((conversation) => conversation.id === id);

/** Stores the list of conversations in the browser when it changes, until the returned function is called. */
function storeListOnChange(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const [name] = listQuery.queryKey;
  const unsubscribe = queryClient()
    .getQueryCache()
    .subscribe(({ type, query }) => {
      if (type !== "updated" || query.queryKey[0] !== name || timer !== undefined) return;
      timer = setTimeout(() => {
        timer = undefined;
        storeOffline(storageKey, newestConversations(maxStoredConversations));
      }, storeDelayMs);
    });
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}

/** The loaded version of a conversation. Does not subscribe to changes. */
export const loadedConversation = (id: string): Conversation | undefined =>
  currentConversationList()?.find((conversation) => conversation.id === id) ??
  queryClient().getQueryData(conversationQuery(id).queryKey);

function changeConversationList(change: (list: readonly Conversation[]) => readonly Conversation[]): void {
  const client = queryClient();
  const previousPages = client.getQueryData<ConversationPages>(listQuery.queryKey);
  const previousList = currentConversationList();
  if (!previousPages || !previousList) return;
  const list = change(previousList);
  if (list === previousList) return;
  client.setQueryData<ConversationPages>(listQuery.queryKey, pagesWithList(previousPages, list));
  const unread = (conversations: readonly Conversation[]) =>
    conversations
      .filter(({ unread_count }) => unread_count > 0)
      .map(({ id, pinned, muted, mention_count }) => `${id} ${pinned} ${muted && mention_count === 0}`)
      .sort()
      .join();
  if (unread(list) !== unread(previousList)) void client.invalidateQueries(unreadQuery);
}

/** Puts a conversation from an answer into the list. */
export function putConversationInList(conversation: Conversation): void {
  changeConversationList((list) => replaceInList(list, conversation));
}

/** Shows the server's answer, unless the reader was removed from the conversation since the request. */
async function showFetchedConversation(answer: Promise<{ data: Conversation }>): Promise<void> {
  const { value, events } = await eventRecorder.recordDuring(() => answer);
  const { data } = value;
  if (events.some(({ type, conversation_id: id }) => type === "CONVERSATION_REMOVED" && id === data.id))
    return;
  putConversationInList(data);
}

/** Shows the server's answer to a change of a conversation. */
export async function showChangedConversation(answer: Promise<{ data: Conversation }>): Promise<void> {
  await showFetchedConversation(answer);
  void queryClient().invalidateQueries({ queryKey: ["conversations-of"] });
}

/** Marks messages as read up to `number`, or all of them. The list shows it when the answer arrives. */
export async function markRead(id: string, number?: number): Promise<void> {
  await showFetchedConversation(call(markConversationRead, { params: { id }, body: { number } }));
}

/** Applies live events to the list, until the returned function is called. */
export function keepConversationsUpdated(getReader: () => Reader): () => void {
  const client = queryClient();
  reader = getReader;
  const stopEvents = onLiveEvent((event) => {
    eventRecorder.record(event);
    let staleId: string | null = null;
    changeConversationList((list) => {
      const change = applyEventToList(list, event, reader());
      staleId = change.staleId;
      return change.list;
    });
    if (staleId) void refetchConversation(staleId);
    if (event.type === "MESSAGE_CREATED" || /^CONVERSATION_(?!CHANGED)/.test(event.type)) {
      void client.invalidateQueries({ queryKey: ["conversations-of"] });
    }
    // The conversation may also have been fetched separately, outside the list.
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
    // Events during the outage were missed, so fetch everything about conversations and members again.
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
    const { list, staleIds } = applyRecordedEvents([value.data], eventsOfRoom, reader());
    for (const conversation of list) {
      if (isInConversationList(conversation, reader().userId)) putConversationInList(conversation);
      else queryClient().setQueryData(conversationQuery(id).queryKey, conversation);
    }
    if (staleIds.size > 0) await refetchConversation(id);
  } catch (error) {
    // The fetch of the conversation failed for one of three reasons: the reader has no access any more; the connection
    // is lost, and the list is fetched at the next connection; or the server could not answer, so try again later.
    if (isOutage(error))
      setTimeout(() => liveStatus() === "connected" && void refetchConversation(id), waitMsAfterError(error));
  }
}
