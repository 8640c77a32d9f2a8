import { IconArrowDown } from "@tabler/icons-react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../kit/ui/button.tsx";
import styles from "./message-list.module.css";
import { useRoom } from "./use-room.ts";

/** What stands above the topmost message: that there are more, or that there never were. */
export const Beginning = memo(function Beginning({ placeKey }: { placeKey: string }) {
  const { t } = useTranslation("messages");
  const text = useRoom(placeKey, ({ timeline, loadingAbove }) => {
    if (timeline?.above) return loadingAbove ? "loadingOlder" : null;
    return timeline?.parentId === null ? "beginning" : null;
  });
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
