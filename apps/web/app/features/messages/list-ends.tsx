import { IconArrowDown, IconArrowUp, IconX } from "@tabler/icons-react";
import { memo, useEffect, useEffectEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../kit/ui/button.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import styles from "./message-list.module.css";
import { useRoom } from "./use-room.ts";

/** What stands above the topmost message: that there are more, or that there never were. */
export const Beginning = memo(function Beginning({ placeKey }: { placeKey: string }) {
  const { t } = useTranslation("messages");
  const text = useRoom(placeKey, ({ timeline, loadingAbove }) => {
    if (timeline?.above) return loadingAbove ? "loadingOlder" : "";
    return timeline?.parentId === null ? "beginning" : null;
  });
  // What a thread begins with stands above its list.
  if (text === null) return null;
  return (
    <div className={styles.head} role="status">
      {text && t(text)}
    </div>
  );
});

/** Leads to the newest message, and tells how many came since the reader left it. */
export const ToNewest = memo(function ToNewest({ count, onPress }: { count: number; onPress: () => void }) {
  const { t } = useTranslation("messages");
  return (
    <Button
      size="xs"
      radius={999}
      leftSection={<IconArrowDown size={16} stroke={2} aria-hidden="true" />}
      onClick={onPress}
    >
      {count > 0 ? t("newMessages", { count }) : t("toNewest")}
    </Button>
  );
});

interface ToUnreadProps {
  text: string;
  onJump: () => void;
  onRead: () => void;
}

/** Leads to the first unread message, or takes them all as read; Escape in the conversation does that too. */
export function ToUnread({ text, onJump, onRead }: ToUnreadProps) {
  const { t } = useTranslation("messages");
  const bar = useRef<HTMLDivElement>(null);
  const read = useEffectEvent(onRead);
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (event.key !== "Escape" || event.isComposing || event.defaultPrevented) return;
      // Not what a dialog, a menu or the pane beside the conversation is closed by.
      const { target } = event;
      const here = target === document.body || bar.current?.closest("section")?.contains(target as Node);
      if (here && !(target as Element).closest("[role=menu], [role=dialog], [popover]")) read();
    }
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  return (
    <div ref={bar} className={styles.unread}>
      <Button
        size="xs"
        radius={999}
        leftSection={<IconArrowUp size={16} stroke={2} aria-hidden="true" />}
        onClick={onJump}
      >
        {text}
      </Button>
      <IconButton label={t("takeAsRead")} size={30} radius={999} onClick={onRead} tooltipSide="bottom">
        <IconX size={16} stroke={2} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
