import { IconArrowDown, IconArrowUp, IconChecks } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../kit/ui/button.tsx";
import styles from "./message-list.module.css";

/** A button that scrolls to the newest message and counts the messages that arrived meanwhile. */
export function ToNewest({ count, onPress }: { count: number; onPress: () => void }) {
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
}

interface UnreadBarProps {
  /** How many unread messages are above the visible part. Null for none. */
  text: string | null;
  onJump: () => void;
  onRead: () => void;
}

/**
 * Shown while unread messages are not visible. It jumps to the first one or marks all as read. Escape marks all as read
 * too, unless an open menu or dialog takes the key.
 */
export function UnreadBar({ text, onJump, onRead }: UnreadBarProps) {
  const { t } = useTranslation("messages");
  const bar = useRef<HTMLDivElement>(null);
  const markRead = useEffectEvent(onRead);
  useEffect(() => {
    function handleKey(event: KeyboardEvent): void {
      if (event.key !== "Escape" || event.isComposing || event.defaultPrevented) return;
      const { target } = event;
      const isInThisChat =
        target === document.body || bar.current?.closest("section")?.contains(target as Node);
      if (isInThisChat) markRead();
    }
    addEventListener("keydown", handleKey);
    return () => removeEventListener("keydown", handleKey);
  }, []);
  return (
    <div ref={bar} className={styles.unread}>
      {text !== null && (
        <Button
          size="xs"
          radius={999}
          leftSection={<IconArrowUp size={16} stroke={2} aria-hidden="true" />}
          onClick={onJump}
        >
          {text}
        </Button>
      )}
      <Button
        size="xs"
        radius={999}
        leftSection={<IconChecks size={16} stroke={2} aria-hidden="true" />}
        onClick={onRead}
      >
        {t("takeAsRead")}
      </Button>
    </div>
  );
}
