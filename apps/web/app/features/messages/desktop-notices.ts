import { getConversation } from "@kakehashi/contract/conversations";
import type { LiveEvent } from "@kakehashi/contract/live";
import { withPlainMentions } from "@kakehashi/contract/mentions";
import { isNoticed } from "@kakehashi/contract/notices";
import { isQuiet } from "@kakehashi/contract/quiet";
import type { Settings } from "@kakehashi/contract/users";
import { call } from "../../kit/api.ts";
import { tellsByPush } from "../../kit/push-flag.ts";
import { isWatched } from "../conversations/open.ts";
import { onLiveEvent } from "../live/connection.ts";
import { personOf } from "../profiles/people.ts";

/** Characters of a message that a notice shows. */
const shownLength = 160;

interface Desktop {
  /** The reader's, as they are now. */
  settings: () => Settings | undefined;
  /** What stands in place of a message that is not to be shown. */
  hidden: () => string;
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

/** Whether the page is to tell of anything now: not in quiet hours, and not where push messages do. */
function isWanted({ notify_desktop, quiet_hours, time_zone }: Settings): boolean {
  const zone = time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return notify_desktop && !tellsByPush() && !isQuiet(new Date(), quiet_hours, zone);
}

async function tell(event: LiveEvent, userId: string, desktop: Desktop): Promise<void> {
  if (event.type !== "MESSAGE_CREATED" || event.message.user_id === userId || isWatched()) return;
  const settings = desktop.settings();
  if (!settings || !isWanted(settings)) return;
  if (typeof Notification === "undefined" || Notification.permission !== "granted") return;
  const { id, conversation_id, user_id, content, files, language } = event.message;
  const [{ data: conversation }, person] = await Promise.all([
    call(getConversation, { params: { id: conversation_id } }),
    personOf(user_id),
  ]);
  if (!isNoticed(conversation, settings, content, userId)) return;
  const name = person?.name ?? "";
  const words = withPlainMentions(content) || files.map((file) => file.name).join(" · ");
  const notice = new Notification(conversation.name ? `${name} · ${conversation.name}` : name, {
    body: settings.notify_content ? [...words].slice(0, shownLength).join("") : desktop.hidden(),
    lang: language,
    // Several tabs tell of the same message: they become one notice.
    tag: id,
  });
  notice.addEventListener("click", () => {
    window.focus();
    notice.close();
    desktop.open(`/chat/${conversation_id}?message=${id}`);
  });
}
