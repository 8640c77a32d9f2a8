import type { Notification } from "@kakehashi/contract/notifications";
import { IconBell } from "@tabler/icons-react";
import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Avatar } from "../../kit/ui/avatar.tsx";
import { ItemErrorBoundary } from "../../kit/ui/boundary.tsx";
import { LoadedContent, LoadMoreButton } from "../../kit/ui/loaded.tsx";
import { LogoMark } from "../../kit/ui/logo-mark.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { useRenderEveryMinute } from "../../kit/use-render-every-minute.ts";
import styles from "./list.module.css";
import { markNotificationAsRead, useNotifications } from "./queries.ts";
import { createNotificationPath, useNotificationTextFormatter } from "./sentence.ts";

/** The notifications, newest first. Older ones load on request. */
export function NotificationList() {
  const { t } = useTranslation("notifications");
  useRenderEveryMinute();
  const query = useNotifications();
  const emptyState = (
    <EmptyState
      icon={<IconBell size={28} stroke={1.5} aria-hidden="true" />}
      title={t("emptyTitle")}
      text={t("emptyText")}
    />
  );
  return (
    <LoadedContent query={query} rows={6} emptyState={emptyState}>
      {(notifications) => (
        <>
          <ul className={styles.list}>
            {notifications.map((notification) => (
              <li key={notification.id}>
                <ItemErrorBoundary resetKey={notification}>
                  <NotificationLink notification={notification} />
                </ItemErrorBoundary>
              </li>
            ))}
          </ul>
          <LoadMoreButton query={query} label={t("older")} />
        </>
      )}
    </LoadedContent>
  );
}

/** One notification in the list. It links to the page of its event. Opening the link marks it as read. */
function NotificationLink({ notification }: { notification: Notification }) {
  const { t } = useTranslation(["notifications", "notices"]);
  const format = useFormat();
  const notificationSentence = useNotificationTextFormatter();
  return (
    <Link
      className={styles.item}
      to={createNotificationPath(notification)}
      data-unread={!notification.read || undefined}
      onClick={() => {
        if (!notification.read) void markNotificationAsRead(notification.id);
      }}
    >
      {notification.actor ? (
        <Avatar id={notification.actor.id} name={notification.actor.name} image={notification.actor.avatar} />
      ) : (
        <span className={styles.platform}>
          <LogoMark size={20} />
        </span>
      )}
      <span className={styles.textColumn}>
        <span className={styles.sentence}>{notificationSentence(notification)}</span>
        {notification.data.reason && (
          <span className={styles.reason}>{t("notices:reason", { reason: notification.data.reason })}</span>
        )}
        {notification.data.note && <span className={styles.reason}>{notification.data.note}</span>}
        {notification.quote && (
          <span className={styles.quote} lang={notification.quote.language}>
            {notification.quote.text}
          </span>
        )}
      </span>
      <span className={styles.time}>
        <time dateTime={notification.created_at} title={format.fullDateTime(notification.created_at)}>
          {format.timeAgo(notification.created_at)}
        </time>
        {!notification.read && <span className={styles.dot} role="img" aria-label={t("isUnread")} />}
      </span>
    </Link>
  );
}
