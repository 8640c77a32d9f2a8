import { getConversation } from "@kakehashi/contract/conversations";
import type { LiveEvent } from "@kakehashi/contract/live";
import { callsInRoom, withPlainMentions } from "@kakehashi/contract/mentions";
import { call } from "../../kit/api.ts";
import { isWatched } from "../conversations/open.ts";
import { onLiveEvent } from "../live/connection.ts";
import { personOf } from "../profiles/people.ts";

/** Characters of a message that a notice shows. */
const shownLength = 160;

interface Desktop {
  /** Whether the reader's settings ask for it. */
  wanted: () => boolean;
  /** Shows an address of the workspace. */
  open: (address: string) => void;
}

/**
 * Tells the desktop of messages while nobody looks at the page: not of one's own, and of a silenced conversation only
 * where one is named. Runs until the returned function is called.
 */
export function followNotices(userId: string, desktop: Desktop): () => void {
  return onLiveEvent((event) => void tell(event, userId, desktop).catch(() => undefined));
}

async function tell(event: LiveEvent, userId: string, { wanted, open }: Desktop): Promise<void> {
  if (event.type !== "MESSAGE_CREATED" || event.message.user_id === userId || isWatched() || !wanted())
    return;
  if (typeof Notification === "undefined" || Notification.permission !== "granted") return;
  const { id, conversation_id, user_id, content, files, language } = event.message;
  const [{ data: conversation }, person] = await Promise.all([
    call(getConversation, { params: { id: conversation_id } }),
    personOf(user_id),
  ]);
  if (conversation.muted && !callsInRoom(content, userId, true)) return;
  const name = person?.name ?? "";
  const words = withPlainMentions(content) || files.map((file) => file.name).join(" · ");
  const notice = new Notification(conversation.name ? `${name} · ${conversation.name}` : name, {
    body: [...words].slice(0, shownLength).join(""),
    lang: language,
    // Several tabs tell of the same message: they become one notice.
    tag: id,
  });
  notice.addEventListener("click", () => {
    window.focus();
    notice.close();
    open(`/chat/${conversation_id}?message=${id}`);
  });
}
