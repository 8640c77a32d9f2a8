import {
  type Icon,
  IconBlockquote,
  IconCopy,
  IconEye,
  IconEyeOff,
  IconFileX,
  IconHistory,
  IconLanguage,
  IconLink,
  IconListCheck,
  IconMessageLanguage,
  IconMessageReply,
  IconMessageReport,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconTrash,
} from "@tabler/icons-react";
import type { MessageAction } from "./message-actions.ts";

const iconByAction: Readonly<Record<MessageAction, Icon>> = {
  reply: IconMessageReply,
  mark: IconLanguage,
  askWith: IconMessageLanguage,
  askAgain: IconMessageReport,
  pick: IconListCheck,
  edit: IconPencil,
  quote: IconBlockquote,
  pin: IconPin,
  copyText: IconCopy,
  copyLink: IconLink,
  markUnread: IconEyeOff,
  seenBy: IconEye,
  history: IconHistory,
  removeFiles: IconFileX,
  delete: IconTrash,
};

/** The actions whose interface texts are loaded together with the menu. */
const actionsWithLazyTexts = [
  "askWith",
  "askAgain",
  "pick",
  "copyText",
  "seenBy",
  "history",
  "removeFiles",
] as const;
const hasLazyText = (action: MessageAction): action is (typeof actionsWithLazyTexts)[number] =>
  actionsWithLazyTexts.some((lazyAction) => lazyAction === action);

/** The icon and text key of an action. A pinned message shows "unpin". */
export function actionIconAndTextKey(action: MessageAction, { pinned }: { pinned: boolean }) {
  const Icon = iconByAction[action];
  if (action === "pin" && pinned) return { text: "room:unpinMessage", Icon: IconPinnedOff } as const;
  if (hasLazyText(action)) return { text: `room:${action}`, Icon } as const;
  return { text: action, Icon } as const;
}
