import { IconBell } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Avatar } from "../../kit/ui/avatar.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { Mark } from "../../kit/ui/mark.tsx";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import { EmptyState, FailedState } from "../../kit/ui/states.tsx";
import { useFormat } from "../../kit/use-format.ts";
import styles from "./list.module.css";
import { markRead, useNotifications } from "./queries.ts";
import { placeOf, useSentence } from "./sentence.ts";

/** The person's notifications, the newest first, older ones on demand. */
export function NotificationList() {
  const { t } = useTranslation(["notifications", "common"]);
  const format = useFormat();
  const sentence = useSentence();
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useNotifications();
  if (isPending) return <SkeletonRows count={6} label={t("common:loading")} />;
  if (error) return <FailedState error={error} retry={refetch} />;
  const notifications = data.pages.flatMap((page) => page.data);
  if (notifications.length === 0) {
    return (
      <EmptyState
        icon={<IconBell size={28} stroke={1.5} aria-hidden="true" />}
        title={t("emptyTitle")}
        text={t("emptyText")}
      />
    );
  }
  return (
    <>
      <ul className={styles.list}>
        {notifications.map((notification) => (
          <li key={notification.id}>
            <Link
              className={styles.item}
              to={placeOf(notification)}
              data-unread={!notification.read || undefined}
              onClick={() => {
                if (!notification.read) void markRead(notification.id);
              }}
            >
              {notification.actor ? (
                <Avatar
                  id={notification.actor.id}
                  name={notification.actor.name}
                  image={notification.actor.avatar}
                />
              ) : (
                <span className={styles.platform}>
                  <Mark size={20} />
                </span>
              )}
              <span className={styles.words}>
                <span className={styles.sentence}>{sentence(notification)}</span>
                {notification.data.reason && (
                  <span className={styles.reason}>{t("reason", { reason: notification.data.reason })}</span>
                )}
                <time className={styles.time} dateTime={notification.created_at}>
                  {format.full(notification.created_at)}
                </time>
              </span>
              {!notification.read && <span className={styles.dot} role="img" aria-label={t("isUnread")} />}
            </Link>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <div className={styles.older}>
          <Button onClick={() => fetchNextPage()} loading={isFetchingNextPage}>
            {t("older")}
          </Button>
        </div>
      )}
    </>
  );
}
