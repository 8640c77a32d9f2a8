import { createMessagePath } from "@kakehashi/contract/address";
import { type Conversation, getConversation } from "@kakehashi/contract/conversations";
import { isolateDirection, removeDirectionOverrides } from "@kakehashi/contract/direction";
import type { Language } from "@kakehashi/contract/languages";
import type { LiveEvent } from "@kakehashi/contract/live";
import { replaceMentionsByNames } from "@kakehashi/contract/mentions";
import { doesMessageNotify } from "@kakehashi/contract/notices";
import { chooseOtherName } from "@kakehashi/contract/other-name";
import { isInQuietHours } from "@kakehashi/contract/quiet";
import { formatVisitorName } from "@kakehashi/contract/shown-visitor-name";
import { getThread } from "@kakehashi/contract/threads";
import type { Settings } from "@kakehashi/contract/user-settings";
import { call } from "../../kit/api.ts";
import { readOrStorePushFlag } from "../../kit/push-flag.ts";
import { translateMessageForReader } from "../conversations/in-reader-language.ts";
import { isPageVisibleAndFocused } from "../conversations/open.ts";
import { onConversationEvent } from "../live/connection.ts";
import { fetchPerson } from "../profiles/people.ts";

/**
 * A desktop notification is shown this many milliseconds after its message. If the reader has the chat open on another
 * device, they read the message in this time and get no notification. The server waits equally long before a push
 * message.
 */
const noticeDelayMs = 2_000;
/** A desktop notification shows at most this many characters. */
const maxNoticeLength = 160;

interface NoticeOptions {
  /** Returns the reader's current settings, such as the quiet hours. */
  settings: () => Settings | undefined;
  /** The language in which the reader reads messages. */
  language: () => Language;
  /** The notification's text if the settings hide the content of messages. */
  textForHiddenContent: () => string;
  /** Opens an address of the workspace. */
  open: (address: string) => void;
}

/**
 * Shows desktop notifications for new messages while nobody looks at the page. Leaves out own messages, messages that
 * were read on another device, and threads that the reader does not follow. In muted conversations, only mentions
 * notify. Runs until the returned function is called.
 */
export function showDesktopNotices(userId: string, noticeOptions: NoticeOptions): () => void {
  const openNotices: OpenNotices = new Map();
  return onConversationEvent((event) => {
    closeNotices(event, openNotices);
    void showNotice(event, userId, noticeOptions, openNotices).catch(() => undefined);
  });
}

interface OpenNotice {
  chatId: string;
  messageId: string;
  number: number;
}

/** The desktop notifications of this page that are still visible. */
type OpenNotices = Map<Notification, OpenNotice>;

/**
 * Closes the notifications of messages that were deleted, or that the reader has read on another device. That device
 * may be slow to report it, so the notification may already be visible.
 */
function closeNotices(event: LiveEvent, openNotices: OpenNotices): void {
  const isNoticeObsolete = ({ chatId, messageId, number }: OpenNotice) => {
    if (event.type === "READ_CHANGED") return chatId === event.conversation_id && number <= event.read_number;
    if (event.type === "THREAD_READ_CHANGED")
      return chatId === event.parent_id && number <= event.read_number;
    return event.type === "MESSAGE_DELETED" && messageId === event.message.id;
  };
  for (const [notice, openNotice] of openNotices) {
    if (!isNoticeObsolete(openNotice)) continue;
    openNotices.delete(notice);
    notice.close();
  }
}

/**
 * Whether this page shows desktop notifications now. It shows none during quiet hours. It shows none on a device with
 * push messages, because the reader would get each notification twice.
 */
function shouldShowNotices({ notify_desktop, quiet_hours, time_zone }: Settings): boolean {
  const zone = time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return notify_desktop && !readOrStorePushFlag() && !isInQuietHours(new Date(), quiet_hours, zone);
}

/**
 * The server's response about a chat's read messages is cached for this many milliseconds, because a busy room gets
 * twenty messages a second.
 */
const responseCacheMs = 1_000;
const cachedResponses = new Map<string, Promise<unknown>>();

function fetchWithCache<T>(id: string, request: () => Promise<T>): Promise<T> {
  const cachedResponse = cachedResponses.get(id) as Promise<T> | undefined;
  if (cachedResponse) return cachedResponse;
  const responsePromise = request();
  cachedResponses.set(id, responsePromise);
  setTimeout(() => cachedResponses.delete(id), responseCacheMs);
  return responsePromise;
}

const fetchConversation = (id: string) =>
  fetchWithCache(id, async () => (await call(getConversation, { params: { id } })).data);
const fetchThread = (id: string) =>
  fetchWithCache(id, async () => (await call(getThread, { params: { id } })).data);

/**
 * Returns the `number` up to which the reader has read the room or the thread. A thread that the reader does not follow
 * counts as completely read, so its messages cause no notification.
 */
async function fetchLastReadNumber({ read_number }: Conversation, threadId: string | null): Promise<number> {
  return threadId === null ? read_number : (await fetchThread(threadId)).read_number;
}

async function showNotice(
  event: LiveEvent,
  userId: string,
  desktop: NoticeOptions,
  openNotices: OpenNotices,
): Promise<void> {
  if (event.type !== "MESSAGE_CREATED" || event.message.user_id === userId || isPageVisibleAndFocused())
    return;
  await new Promise((resolve) => setTimeout(resolve, noticeDelayMs));
  if (isPageVisibleAndFocused()) return;
  const settings = desktop.settings();
  if (!settings || !shouldShowNotices(settings)) return;
  if (typeof Notification === "undefined" || Notification.permission !== "granted") return;
  const { id, conversation_id, parent_id, user_id, content, files } = event.message;
  const shownMessage = translateMessageForReader(event.message, { userId, ownLanguage: desktop.language() });
  const [conversation, person] = await Promise.all([
    fetchConversation(conversation_id),
    fetchPerson(user_id),
  ]);
  if (!doesMessageNotify(conversation, settings, content, userId)) return;
  if (event.message.number <= (await fetchLastReadNumber(conversation, parent_id))) return;
  const shownNotices = (name: string) => formatVisitorName(name, desktop.language());
  const name = isolateDirection(
    person ? chooseOtherName(person, desktop.language()) || shownNotices(person.name) : "",
  );
  const noticeText =
    replaceMentionsByNames(removeDirectionOverrides(shownMessage.content)) ||
    files.map((file) => file.name).join(" · ");
  const notice = new Notification(
    conversation.name ? `${name} · ${isolateDirection(shownNotices(conversation.name))}` : name,
    {
      body: settings.notify_content
        ? [...noticeText].slice(0, maxNoticeLength).join("")
        : desktop.textForHiddenContent(),
      lang: shownMessage.language,
      // Each open tab of the app creates this notification. All of them have the same `tag`, so the browser shows only
      // one.
      tag: id,
    },
  );
  openNotices.set(notice, {
    chatId: parent_id ?? conversation_id,
    messageId: id,
    number: event.message.number,
  });
  notice.addEventListener("close", () => openNotices.delete(notice));
  notice.addEventListener("click", () => {
    window.focus();
    notice.close();
    desktop.open(createMessagePath(conversation_id, id, parent_id));
  });
}
