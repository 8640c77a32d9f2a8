import type { OutsideTalk } from "@kakehashi/contract/channels";
import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Avatar } from "../../kit/ui/avatar.tsx";
import { Badge, CountBadge } from "../../kit/ui/badge.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { TalkStateText } from "../bots/livechat-list.tsx";
import { TalkPreview } from "../bots/talk-preview.tsx";
import { useVisitorNameFormatter } from "../profiles/name-in-other-script.tsx";
import styles from "./channels.module.css";
import { PlatformIcon } from "./platform-icon.tsx";
import { ShortReplyWindowClock } from "./window-clock.tsx";

interface TalkRowProps {
  talk: OutsideTalk;
  unreadCount: number;
  address: string;
  isOpen: boolean;
}

/** A row in the list of chats shows at most this many tags of a customer. It only counts the others. */
const maxShownTags = 3;

/** A row in the list of chats with people on Messenger and Zalo. */
export function TalkRow({ talk, unreadCount, address, isOpen }: TalkRowProps) {
  const { t } = useTranslation("channels");
  const { timeAgo } = useFormat();
  const getShownName = useVisitorNameFormatter();
  const { visitor, page, avatar, last_message, changed_at, tags, window, is_blocked, state } = talk;
  const name = getShownName(visitor.name);
  const lastActivityAt = last_message?.created_at ?? changed_at;
  return (
    <Link
      className={styles.talk}
      to={address}
      aria-current={isOpen ? "page" : undefined}
      data-unread={unreadCount > 0 || undefined}
    >
      <span className={styles.face}>
        <Avatar id={visitor.id} name={name} image={avatar} size={40} />
        <PlatformIcon platform={page.platform} />
      </span>
      <span className={styles.talkText}>
        <span className={styles.line}>
          <strong className={styles.cut}>{name}</strong>
          <time dateTime={lastActivityAt}>{timeAgo(lastActivityAt)}</time>
        </span>
        <span className={`${styles.cut} ${styles.quiet}`}>{page.name}</span>
        <span className={styles.line}>
          {last_message ? (
            <TalkPreview
              message={last_message}
              visitorId={visitor.id}
              className={`${styles.cut} ${styles.excerpt}`}
            />
          ) : (
            <span className={`${styles.cut} ${styles.excerpt}`}>{t("noMessage")}</span>
          )}
          <CountBadge value={unreadCount} label={t("unread", { count: unreadCount })} />
        </span>
        <span className={styles.marks}>
          <TalkStateText talk={talk} />
          {state !== "CLOSED" && <ShortReplyWindowClock window={window} />}
          {state !== "CLOSED" && page.state === "DISCONNECTED" && (
            <Badge>{t("pageState_DISCONNECTED")}</Badge>
          )}
          {is_blocked && <Badge tone="accent">{t("blocked")}</Badge>}
          {tags.slice(0, maxShownTags).map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
          {tags.length > maxShownTags && <Badge>+{tags.length - maxShownTags}</Badge>}
        </span>
      </span>
    </Link>
  );
}
