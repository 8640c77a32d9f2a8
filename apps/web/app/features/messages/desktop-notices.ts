import { addressOf } from "@kakehashi/contract/address";
import { type Conversation, getConversation } from "@kakehashi/contract/conversations";
import { isolateDirection, removeDirectionOverrides } from "@kakehashi/contract/direction";
import type { Language } from "@kakehashi/contract/languages";
import type { LiveEvent } from "@kakehashi/contract/live";
import { withPlainMentions } from "@kakehashi/contract/mentions";
import { doesMessageNotify } from "@kakehashi/contract/notices";
import { otherName } from "@kakehashi/contract/other-name";
import { isInQuietHours } from "@kakehashi/contract/quiet";
import { shownVisitorName } from "@kakehashi/contract/shown-visitor-name";
import { getThread } from "@kakehashi/contract/threads";
import type { Settings } from "@kakehashi/contract/user-settings";
import { call } from "../../kit/api.ts";
import { receivesPush } from "../../kit/push-flag.ts";
import { messageInReaderLanguage } from "../conversations/in-reader-language.ts";
import { isPageVisibleAndFocused } from "../conversations/open.ts";
import { onLiveEvent } from "../live/connection.ts";
import { personOf } from "../profiles/people.ts";

/**
 * Milliseconds between a message and its notice. In this time, a reader who has the chat open in another tab
 * or on another device reads the message. The server waits equally long before a push message.
 */
const noticeDelayMs = 2_000;
/** A notice shows at most this many characters. */
const maxLength = 160;

interface NoticeOptions {
  /** Returns the reader's current settings, such as the quiet hours. */
  settings: () => Settings | undefined;
  /** The language in which the reader reads messages. */
  language: () => Language;
  /** The text shown when the settings hide the content of messages. */
  hiddenText: () => string;
  /** Opens an address of the workspace. */
  open: (address: string) => void;
}

/**
 * Shows desktop notices for new messages while nobody looks at the page. Leaves out the reader's own
 * messages, messages read on another device, and threads that the reader does not follow. A muted
 * conversation shows only mentions. Runs until the returned function is called.
 */
export function showDesktopNotices(userId: string, desktop: NoticeOptions): () => void {
  const openNotices: OpenNotices = new Map();
  return onLiveEvent((event) => {
    closeNotices(event, openNotices);
    void showNotice(event, userId, desktop, openNotices).catch(() => undefined);
  });
}

interface OpenNotice {
  chatId: string;
  messageId: string;
  number: number;
}

/** The notices of this page that are still visible. */
type OpenNotices = Map<Notification, OpenNotice>;

/**
 * Closes the notices of messages that were deleted or were read on another device. A slow device may report that a
 * message was read after its notice has appeared.
 */
function closeNotices(event: LiveEvent, open: OpenNotices): void {
  const isNoticeObsolete = ({ chatId, messageId, number }: OpenNotice) => {
    if (event.type === "READ_CHANGED") return chatId === event.conversation_id && number <= event.read_number;
    if (event.type === "THREAD_READ_CHANGED")
      return chatId === event.parent_id && number <= event.read_number;
    return event.type === "MESSAGE_DELETED" && messageId === event.message.id;
  };
  for (const [notice, details] of open) {
    if (!isNoticeObsolete(details)) continue;
    open.delete(notice);
    notice.close();
  }
}

/**
 * Whether notices are shown now. Not during the quiet hours, and not on a device that gets push messages, because it
 * would show both.
 */
function shouldShowNotices({ notify_desktop, quiet_hours, time_zone }: Settings): boolean {
  const zone = time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return notify_desktop && !receivesPush() && !isInQuietHours(new Date(), quiet_hours, zone);
}

/**
 * Milliseconds during which the server's answer about one chat is used again, because a busy room gets twenty messages
 * a second.
 */
const answerCacheMs = 1_000;
const cachedAnswers = new Map<string, Promise<unknown>>();

function fetchWithCache<T>(id: string, request: () => Promise<T>): Promise<T> {
  const cachedAnswer = cachedAnswers.get(id) as Promise<T> | undefined;
  if (cachedAnswer) return cachedAnswer;
  const answer = request();
  cachedAnswers.set(id, answer);
  setTimeout(() => cachedAnswers.delete(id), answerCacheMs);
  return answer;
}

const conversationOf = (id: string) =>
  fetchWithCache(id, async () => (await call(getConversation, { params: { id } })).data);
const threadOf = (id: string) =>
  fetchWithCache(id, async () => (await call(getThread, { params: { id } })).data);

/**
 * Returns the number up to which the reader has read the room or the thread. For a thread that the reader does not
 * follow, the server returns the number of its last reply, so its messages show no notice.
 */
async function lastReadNumberIn({ read_number }: Conversation, threadId: string | null): Promise<number> {
  return threadId === null ? read_number : (await threadOf(threadId)).read_number;
}

async function showNotice(
  event: LiveEvent,
  userId: string,
  desktop: NoticeOptions,
  open: OpenNotices,
): Promise<void> {
  if (event.type !== "MESSAGE_CREATED" || event.message.user_id === userId || isPageVisibleAndFocused())
    return;
  await new Promise((resolve) => setTimeout(resolve, noticeDelayMs));
  if (isPageVisibleAndFocused()) return;
  const settings = desktop.settings();
  if (!settings || !shouldShowNotices(settings)) return;
  if (typeof Notification === "undefined" || Notification.permission !== "granted") return;
  const { id, conversation_id, parent_id, user_id, content, files } = event.message;
  const shownMessage = messageInReaderLanguage(event.message, { userId, language: desktop.language() });
  const [conversation, person] = await Promise.all([conversationOf(conversation_id), personOf(user_id)]);
  if (!doesMessageNotify(conversation, settings, content, userId)) return;
  if (event.message.number <= (await lastReadNumberIn(conversation, parent_id))) return;
  const shownNotices = (name: string) => shownVisitorName(name, desktop.language());
  const name = isolateDirection(
    person ? otherName(person, desktop.language()) || shownNotices(person.name) : "",
  );
  const noticeText =
    withPlainMentions(removeDirectionOverrides(shownMessage.content)) ||
    files.map((file) => file.name).join(" · ");
  const notice = new Notification(
    conversation.name ? `${name} · ${isolateDirection(shownNotices(conversation.name))}` : name,
    {
      body: settings.notify_content ? [...noticeText].slice(0, maxLength).join("") : desktop.hiddenText(),
      lang: shownMessage.language,
      // Several tabs create the same notice. The browser shows only one of them, because they have the same tag.
      tag: id,
    },
  );
  open.set(notice, { chatId: parent_id ?? conversation_id, messageId: id, number: event.message.number });
  notice.addEventListener("close", () => open.delete(notice));
  notice.addEventListener("click", () => {
    window.focus();
    notice.close();
    desktop.open(addressOf(conversation_id, id, parent_id));
  });
}
