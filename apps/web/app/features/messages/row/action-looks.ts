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
  IconMessageReply,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconTrash,
} from "@tabler/icons-react";
import type { MessageAction } from "./message-actions.ts";

const icons: Readonly<Record<MessageAction, Icon>> = {
  reply: IconMessageReply,
  mark: IconLanguage,
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

/** The icon and text key of an action. A pinned message shows "unpin". */
export function lookOf(action: MessageAction, { pinned }: { pinned: boolean }) {
  return action === "pin" && pinned
    ? ({ text: "unpin", Icon: IconPinnedOff } as const)
    : { text: action, Icon: icons[action] };
}
