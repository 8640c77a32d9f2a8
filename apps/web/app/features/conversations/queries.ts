import {
  type Conversation,
  type ConversationType,
  getConversation,
  isInList,
  listConversations,
  markConversationRead,
} from "@kakehashi/contract/conversations";
import {
  type InfiniteData,
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from "@tanstack/react-query";
import { useMemo } from "react";
import { call } from "../../kit/api.ts";
import { isOutage, pauseMs } from "../../kit/api-error.ts";
import { keep, kept } from "../../kit/kept.ts";
import { queryClient } from "../../kit/query.ts";
import { liveStatus, onLiveConnect, onLiveEvent } from "../live/connection.ts";
import { forgetPerson } from "../profiles/people.ts";
import { applyToList, bringUp, joinPages, Overheard, type Reader, replace } from "./list.ts";
import { unreadQuery } from "./unread-counts.ts";

interface Page {
  data: readonly Conversation[];
  meta: { page: number; has_more: boolean };
}
type Pages = InfiniteData<Page, number>;

/** Conversations that the browser keeps for when there is no connection. */
const keptLength = 50;
/** Milliseconds from a change to its being kept. */
const keepPause = 1_000;
const keptName = "conversations";

const overheard = new Overheard();
let reader = (): Reader => ({ userId: "", openId: null });

/** With all conversations in the first page: the others keep only the knowledge of what comes after them. */
const withList = ({ pages, pageParams }: Pages, list: readonly Conversation[]): Pages => ({
  pages: pages.map((page, index) => ({ ...page, data: index === 0 ? list : [] })),
  pageParams,
});

export const listQuery = infiniteQueryOptions({
  queryKey: ["conversations"],
  async queryFn({ pageParam, signal }): Promise<Page> {
    try {
      return await call(listConversations, { query: { page: pageParam }, signal });
    } catch (error) {
      // What the page shows already is newer than what the browser keeps.
      const known = isOutage(error) && !currentList() ? await kept<Conversation[]>(keptName) : null;
      if (!known) throw error;
      return { data: known, meta: { page: pageParam, has_more: false } };
    }
  },
  // Around a whole reading. Each page is of its own moment, and those read before are written back as they were when it
  // began: all of them miss what was heard from then on.
  async persister(read, context): Promise<Page> {
    // The type speaks of one page; what is handed over here reads all of them.
    const readAll = read as unknown as (given: typeof context) => Promise<Pages>;
    const { value, heard } = await overheard.during(() => readAll(context));
    const { list, stale } = bringUp(joinPages(value.pages.map(({ data }) => data)), heard, reader());
    for (const id of stale) void refresh(id);
    return withList(value, list) as unknown as Page;
  },
  initialPageParam: 1,
  getNextPageParam: ({ meta }) => (meta.has_more ? meta.page + 1 : undefined),
  staleTime: Number.POSITIVE_INFINITY,
});

const oneQuery = (id: string) =>
  queryOptions({
    queryKey: ["conversation", id],
    queryFn: async ({ signal }) => (await call(getConversation, { params: { id }, signal })).data,
  });

function currentList(): readonly Conversation[] | undefined {
  const pages = queryClient().getQueryData<Pages>(listQuery.queryKey)?.pages;
  return pages && joinPages(pages.map(({ data }) => data));
}

/** The newest conversations, as far as they are loaded. */
export const newestConversations = (count: number) => currentList()?.slice(0, count) ?? [];

export const conversationInList = (id: string) => currentList()?.find((one) => one.id === id);

/** Keeps the list as it changes, until the returned function is called. */
function keepList(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const [name] = listQuery.queryKey;
  const end = queryClient()
    .getQueryCache()
    .subscribe(({ type, query }) => {
      if (type !== "updated" || query.queryKey[0] !== name || timer !== undefined) return;
      timer = setTimeout(() => {
        timer = undefined;
        keep(keptName, newestConversations(keptLength));
      }, keepPause);
    });
  return () => {
    clearTimeout(timer);
    end();
  };
}

/** The reader's conversations, newest first, as far as they are loaded. */
export function useConversations() {
  const query = useInfiniteQuery(listQuery);
  const pages = query.data?.pages;
  const list = useMemo(() => (pages ? joinPages(pages.map(({ data }) => data)) : undefined), [pages]);
  return { ...query, list };
}

const typedQuery = (type: ConversationType) =>
  infiniteQueryOptions({
    queryKey: ["conversations-of", type],
    queryFn: ({ pageParam, signal }): Promise<Page> =>
      call(listConversations, { query: { page: pageParam, type }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.has_more ? meta.page + 1 : undefined),
  });

/** Those of one type; each as the whole list knows it, where that knows something newer. */
export function useConversationsOf(type: ConversationType) {
  const query = useInfiniteQuery(typedQuery(type));
  const { list: all } = useConversations();
  const pages = query.data?.pages;
  const list = useMemo(() => {
    if (!pages) return undefined;
    const known = new Map(all?.map((conversation) => [conversation.id, conversation]));
    const found = pages.flatMap(({ data }) => data);
    return joinPages([found.map((one) => known.get(one.id) ?? one)]);
  }, [pages, all]);
  return { ...query, list };
}

/** One conversation: out of the list where it is there, else read by itself; none without an id. */
export function useConversation(id: string) {
  const { list, isPending: listPending } = useConversations();
  const listed = list?.find((conversation) => conversation.id === id);
  const query = useQuery({ ...oneQuery(id), enabled: id !== "" && !listPending && !listed });
  return { ...query, conversation: listed ?? query.data };
}

/** A conversation as this page knows it now, without following it. */
export const knownConversation = (id: string): Conversation | undefined =>
  currentList()?.find((conversation) => conversation.id === id) ??
  queryClient().getQueryData(oneQuery(id).queryKey);

function changeList(change: (list: readonly Conversation[]) => readonly Conversation[]): void {
  const client = queryClient();
  const before = client.getQueryData<Pages>(listQuery.queryKey);
  const old = currentList();
  if (!before || !old) return;
  const list = change(old);
  if (list === old) return;
  client.setQueryData<Pages>(listQuery.queryKey, withList(before, list));
  const unread = (conversations: readonly Conversation[]) =>
    conversations
      .filter(({ unread_count }) => unread_count > 0)
      .map(({ id, pinned, muted, mention_count }) => `${id} ${pinned} ${muted && mention_count === 0}`)
      .sort()
      .join();
  if (unread(list) !== unread(old)) void client.invalidateQueries(unreadQuery);
}

/** Shows a conversation as the server just answered it. */
export function showInList(conversation: Conversation): void {
  changeList((list) => replace(list, conversation));
}

/** Shows what the server answers, unless the reader is no longer in that conversation by then. */
async function showAnswer(answer: Promise<{ data: Conversation }>): Promise<void> {
  const { value, heard } = await overheard.during(() => answer);
  const { data } = value;
  if (heard.some(({ type, conversation_id: id }) => type === "CONVERSATION_REMOVED" && id === data.id))
    return;
  showInList(data);
}

/** Shows what the server answered to a change of a conversation. */
export async function settle(answer: Promise<{ data: Conversation }>): Promise<void> {
  await showAnswer(answer);
  void queryClient().invalidateQueries({ queryKey: ["conversations-of"] });
}

/** Tells the server how far the reader has read, without a number to the end; the list shows it at once. */
export async function markRead(id: string, number?: number): Promise<void> {
  await showAnswer(call(markConversationRead, { params: { id }, body: { number } }));
}

/** Keeps the list current by the live channel until the returned function is called. */
export function followConversations(read: () => Reader): () => void {
  const client = queryClient();
  reader = read;
  const endEvents = onLiveEvent((event) => {
    overheard.hear(event);
    let stale: string | null = null;
    changeList((list) => {
      const change = applyToList(list, event, reader());
      stale = change.stale;
      return change.list;
    });
    if (stale) void refresh(stale);
    if (event.type === "MESSAGE_CREATED" || /^CONVERSATION_(?!CHANGED)/.test(event.type)) {
      void client.invalidateQueries({ queryKey: ["conversations-of"] });
    }
    // One that is read by itself, in no list.
    if (event.type === "CONVERSATION_REMOVED") void client.resetQueries(oneQuery(event.conversation_id));
    if (event.type === "CONVERSATION_CHANGED") {
      if (event.user_id) forgetPerson(event.user_id);
      for (const queryKey of [
        ["conversation-people", event.conversation_id],
        ["conversation-members", event.conversation_id],
      ])
        void client.invalidateQueries({ queryKey });
    }
  });
  const endConnects = onLiveConnect(() => {
    // All that is known of conversations and of who is in them: what happened meanwhile was told to nobody here.
    void client.invalidateQueries({ predicate: ({ queryKey: [name] }) => /^conversation/.test(`${name}`) });
  });
  const endKeeping = keepList();
  return () => {
    endEvents();
    endConnects();
    endKeeping();
  };
}

async function refresh(id: string): Promise<void> {
  try {
    const { value, heard } = await overheard.during(() => call(getConversation, { params: { id } }));
    const own = heard.filter((event) => event.conversation_id === id);
    const { list, stale } = bringUp([value.data], own, reader());
    for (const conversation of list) {
      if (isInList(conversation, reader().userId)) showInList(conversation);
      else queryClient().setQueryData(oneQuery(id).queryKey, conversation);
    }
    if (stale.size > 0) await refresh(id);
  } catch (error) {
    // Not reachable any more; or the connection is gone, and the next one reads the list again; or, with a connection,
    // the server could not answer for the moment.
    if (isOutage(error)) setTimeout(() => liveStatus() === "connected" && void refresh(id), pauseMs(error));
  }
}
