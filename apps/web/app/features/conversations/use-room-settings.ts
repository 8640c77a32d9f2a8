import { removeConversationMember } from "@kakehashi/contract/conversation-members";
import {
  chooseRoomNotices,
  setConversationMuted,
  setConversationPinned,
} from "@kakehashi/contract/conversation-settings";
import type { Conversation } from "@kakehashi/contract/conversations";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { useStableNavigate } from "../../kit/stable-link.tsx";
import { toast, toastError } from "../../kit/toast.ts";
import { askToConfirm } from "../../kit/ui/confirm.tsx";
import { leftConversationIds } from "./left-conversations.ts";
import { markRoomUnread } from "./mark-unread.ts";
import { conversationName } from "./name.ts";
import { markRead, storeChangedConversation } from "./queries.ts";

/**
 * Returns functions that change the reader's settings for a conversation, and a function that leaves it. If a request
 * fails, a toast shows the error.
 */
export function useRoomSettings(conversation: Conversation, userId: string) {
  const { t } = useTranslation(["conversations", "common"]);
  const { t: tRoom } = useTranslation("room");
  const navigate = useStableNavigate();
  const params = { id: conversation.id };
  return {
    pin: () =>
      storeChangedConversation(
        call(setConversationPinned, { params, body: { pinned: !conversation.pinned } }),
      ).catch(toastError),
    mute: () =>
      storeChangedConversation(
        call(setConversationMuted, { params, body: { muted: !conversation.muted } }),
      ).catch(toastError),
    notify: (noticeChoice: Conversation["notify_about"]) =>
      storeChangedConversation(
        call(chooseRoomNotices, { params, body: { notify_about: noticeChoice } }),
      ).then(() => toast(tRoom("noticesSaved")), toastError),
    markRead: () => markRead(conversation.id).catch(toastError),
    markUnread: () =>
      markRoomUnread(conversation, userId).then(
        (isMarked) => isMarked || toast(tRoom("nothingToUnread"), "error"),
        toastError,
      ),
    async leave(): Promise<void> {
      const isConfirmed = await askToConfirm({
        title: tRoom("leaveTitle", { name: conversationName(conversation, t) }),
        text: tRoom("leaveText"),
        actionLabel: tRoom("leave"),
        isDestructive: true,
      });
      if (!isConfirmed) return;
      // Before the request, remember that the reader leaves this conversation. The live event about it may arrive
      // before the response. Without this, the event would show an error message.
      leftConversationIds.add(conversation.id);
      try {
        await call(removeConversationMember, { params, query: { user_id: userId } });
        if (location.pathname === `/chat/${conversation.id}`) await navigate("/chat", { replace: true });
      } catch (error) {
        leftConversationIds.delete(conversation.id);
        toastError(error);
      }
    },
  };
}
