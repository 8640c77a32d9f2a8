import type { Conversation } from "@kakehashi/contract/conversations";
import { canDoInRoom } from "@kakehashi/contract/permissions";
import { IconBell, IconBellOff, IconLogout, IconPin, IconPinnedOff } from "@tabler/icons-react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import styles from "./details-pane.module.css";
import { RoomNotificationSetting } from "./room-notification-setting.tsx";
import { useRoomSettings } from "./use-room-settings.ts";

const iconProps = { size: 18, stroke: 1.6, "aria-hidden": true } as const;

/** The reader's own settings for a conversation, and the button to leave the conversation. */
export function RoomSettings({ conversation, userId }: { conversation: Conversation; userId: string }) {
  const { t } = useTranslation("room");
  const { pin, mute, notify, leave } = useRoomSettings(conversation, userId);
  const { pinned, muted, role } = conversation;
  return (
    <div className={styles.settings}>
      <button type="button" className={styles.setting} onClick={pin}>
        {pinned ? <IconPinnedOff {...iconProps} /> : <IconPin {...iconProps} />}
        {pinned ? t("unpin") : t("pin")}
      </button>
      <button type="button" className={styles.setting} onClick={mute}>
        {muted ? <IconBell {...iconProps} /> : <IconBellOff {...iconProps} />}
        {muted ? t("unmute") : t("mute")}
      </button>
      {canDoInRoom({ role }, "leave", conversation) && (
        <button type="button" className={styles.setting} data-grave onClick={leave}>
          <IconLogout {...iconProps} />
          {t("leave")}
        </button>
      )}
      {/* This setting is the last one, because its hint about muted rooms appears and disappears. So the buttons
          above do not move. */}
      {conversation.kind !== "MY_CHAT" && (
        <RoomNotificationSetting conversation={conversation} choose={notify} />
      )}
    </div>
  );
}
