import { IconArrowDown, IconArrowUp, IconChecks } from "@tabler/icons-react";
import { memo, useEffect, useEffectEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../kit/ui/button.tsx";
import { useFormat } from "../../../kit/use-format.ts";
import { loadedConversation } from "../../conversations/queries.ts";
import { usePeople } from "../../profiles/people.ts";
import { nameInSentence } from "../state/lines.ts";
import { useChat } from "../state/use-chat.ts";
import styles from "./message-list.module.css";

/** The text above the first message: that older messages are loading, or that the conversation begins here. */
export const Beginning = memo(function Beginning({ chatKey }: { chatKey: string }) {
  const { t } = useTranslation("messages");
  const text = useChat(chatKey, ({ timeline, loadingAbove }) => {
    if (timeline?.above) return loadingAbove ? "loadingOlder" : "";
    return timeline?.parentId === null ? "beginning" : null;
  });
  // The root message of a thread is shown above the list instead.
  if (text === null) return null;
  return (
    <div className={styles.head} role="status">
      {text === "beginning" ? <CreatedBy id={chatKey} /> : text && t(text)}
    </div>
  );
});

/** Who created a group, and when. Other rooms only say that they begin here. */
function CreatedBy({ id }: { id: string }) {
  const { t } = useTranslation("messages");
  const format = useFormat();
  const room = loadedConversation(id);
  const creatorId = room?.kind === "GROUP" ? room.created_by : null;
  const [person] = usePeople(creatorId ? [creatorId] : []);
  if (!room || !creatorId || person === null) return t("beginning");
  return person && t("lineMade", { actor: nameInSentence(person, t), day: format.date(room.created_at) });
}

/** A button that scrolls to the newest message and counts the messages that arrived meanwhile. */
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
