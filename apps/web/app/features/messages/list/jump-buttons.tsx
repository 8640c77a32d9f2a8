import { IconArrowDown, IconArrowUp, IconChecks } from "@tabler/icons-react";
import { useTranslation } from "../../../i18n/use-translation.tsx";
import { Button } from "../../../kit/ui/button.tsx";
import styles from "./message-list.module.css";

/**
 * A button that scrolls to the newest message. It shows how many messages have arrived since the reader scrolled away
 * from the end.
 */
export function ToNewestButton({ count, onPress }: { count: number; onPress: () => void }) {
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
  /** The number of unread messages above the visible part. Null for none. */
  text: string | null;
  onJump: () => void;
  onMarkAllRead: () => void;
}

/**
 * A bar for unread messages outside the visible part. One button jumps to the first unread message, another marks all
 * messages as read.
 */
export function UnreadBar({ text, onJump, onMarkAllRead }: UnreadBarProps) {
  const { t } = useTranslation("messages");
  return (
    <div className={styles.unread}>
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
        onClick={onMarkAllRead}
      >
        {t("takeAsRead")}
      </Button>
    </div>
  );
}
