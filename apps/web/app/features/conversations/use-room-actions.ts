import type { Conversation } from "@kakehashi/contract/conversations";
import { roomNoticeChoices } from "@kakehashi/contract/notices";
import { canDoInRoom } from "@kakehashi/contract/permissions";
import {
  type Icon,
  IconBell,
  IconBellOff,
  IconInfoCircle,
  IconLogout,
  IconMail,
  IconMailOpened,
  IconMessage,
  IconPin,
  IconPinnedOff,
} from "@tabler/icons-react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { useStableNavigate } from "../../kit/stable-link.tsx";
import { notificationChoiceTextKeys } from "./room-notification-setting.tsx";
import { useRoomSettings } from "./use-room-settings.ts";

export interface RoomAction {
  readonly text: string;
  readonly Icon: Icon;
  readonly run: () => unknown;
}
export interface NotificationChoice {
  /** Which messages notify the reader. An empty string means: as the reader's general setting says. */
  readonly value: string;
  readonly text: string;
  readonly isChosen: boolean;
}

/** Returns what the reader can do with a conversation, for the menu and the sheet of the conversation's row. */
export function useRoomActions(conversation: Conversation, userId: string) {
  const { t } = useTranslation(["conversations", "common"]);
  const { t: tRoom } = useTranslation("room");
  const navigate = useStableNavigate();
  const settings = useRoomSettings(conversation, userId);
  const { id, kind, role, pinned, muted, notify_about, unread_count, last_message } = conversation;
  const notificationChoices = kind === "MY_CHAT" ? [] : ([null, ...roomNoticeChoices] as const);
  const allActions: [can: unknown, text: string, Icon, run: () => unknown][] = [
    [true, tRoom("open"), IconMessage, () => navigate(`/chat/${id}`)],
    [unread_count > 0, tRoom("markRead"), IconMailOpened, settings.markRead],
    [
      unread_count === 0 && kind !== "MY_CHAT" && last_message,
      tRoom("markUnread"),
      IconMail,
      settings.markUnread,
    ],
    [true, tRoom(pinned ? "unpin" : "pin"), pinned ? IconPinnedOff : IconPin, settings.pin],
    [true, tRoom(muted ? "unmute" : "mute"), muted ? IconBell : IconBellOff, settings.mute],
    [true, t("details"), IconInfoCircle, () => navigate(`/chat/${id}?details`)],
  ];
  return {
    actions: allActions.flatMap(([isActionPossible, text, Icon, run]): RoomAction[] =>
      isActionPossible ? [{ text, Icon, run }] : [],
    ),
    notices: notificationChoices.map(
      (noticeChoice): NotificationChoice => ({
        value: noticeChoice ?? "",
        text: tRoom(noticeChoice ? notificationChoiceTextKeys[noticeChoice] : "noticesUsual"),
        isChosen: noticeChoice === notify_about,
      }),
    ),
    choose: (value: string) =>
      void settings.notify(roomNoticeChoices.find((noticeChoice) => noticeChoice === value) ?? null),
    leave: canDoInRoom({ role }, "leave", conversation)
      ? { text: tRoom("leave"), Icon: IconLogout, run: settings.leave }
      : null,
  };
}
