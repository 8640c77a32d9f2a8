import { removeConversationMember } from "@kakehashi/contract/conversation-members";
import { type Conversation, pinConversation, turnOffNotification } from "@kakehashi/contract/conversations";
import { canInRoom } from "@kakehashi/contract/permissions";
import { IconBell, IconBellOff, IconLogout, IconPin, IconPinnedOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { call } from "../../kit/api.ts";
import { confirm } from "../../kit/ui/confirm.tsx";
import { useErrorText } from "../../kit/ui/states.tsx";
import { toast } from "../../kit/ui/toast.tsx";
import styles from "./details-pane.module.css";
import { conversationName } from "./name.ts";
import { settle } from "./queries.ts";
import { RoomNotices } from "./room-notices.tsx";

const icon = { size: 18, stroke: 1.6, "aria-hidden": true } as const;

/** The reader's own settings of a conversation, and the way out of it. */
export function RoomSettings({ conversation, userId }: { conversation: Conversation; userId: string }) {
  const { t } = useTranslation(["conversations", "common"]);
  const textOf = useErrorText();
  const navigate = useNavigate();
  const { id, pinned, muted, role } = conversation;
  const params = { id };
  const fail = (error: unknown) => toast(textOf(error), "error");

  async function leave(): Promise<void> {
    const name = conversationName(conversation, t);
    const sure = await confirm({
      title: t("leaveTitle", { name }),
      text: t("leaveText"),
      action: t("leave"),
    });
    if (!sure) return;
    try {
      await call(removeConversationMember, { params, query: { user_id: userId } });
      await navigate("/chat");
    } catch (error) {
      fail(error);
    }
  }

  return (
    <div className={styles.settings}>
      <button
        type="button"
        className={styles.setting}
        onClick={() => settle(call(pinConversation, { params, body: { pinned: !pinned } })).catch(fail)}
      >
        {pinned ? <IconPinnedOff {...icon} /> : <IconPin {...icon} />}
        {pinned ? t("unpin") : t("pin")}
      </button>
      <button
        type="button"
        className={styles.setting}
        onClick={() => settle(call(turnOffNotification, { params, body: { muted: !muted } })).catch(fail)}
      >
        {muted ? <IconBell {...icon} /> : <IconBellOff {...icon} />}
        {muted ? t("unmute") : t("mute")}
      </button>
      {conversation.kind !== "MY_CHAT" && <RoomNotices conversation={conversation} />}
      {canInRoom({ role }, "leave", conversation) && (
        <button type="button" className={styles.setting} data-grave onClick={leave}>
          <IconLogout {...icon} />
          {t("leave")}
        </button>
      )}
    </div>
  );
}
