import { useMutation } from "@tanstack/react-query";
import { NotificationList } from "../../features/notifications/list.tsx";
import {
  markAllNotificationsAsRead,
  useUnreadNotificationCount,
} from "../../features/notifications/queries.ts";
import { loadTexts } from "../../i18n/browser.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import type { PageHandle } from "../../kit/page.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Page } from "../../kit/ui/page.tsx";

export const handle: PageHandle = { title: "notifications:title", texts: ["notices"] };

export async function clientLoader() {
  await loadTexts("notices");
  return null;
}
export const shouldRevalidate = () => false;

export default function Notifications() {
  const { t } = useTranslation("notifications");
  const unreadCount = useUnreadNotificationCount();
  const { mutate, isPending } = useMutation({
    mutationFn: markAllNotificationsAsRead,
  });
  return (
    <Page
      title={t("title")}
      note={unreadCount > 0 ? t("unread", { count: unreadCount }) : undefined}
      actions={
        unreadCount > 0 && (
          <Button onClick={() => mutate()} loading={isPending}>
            {t("markAll")}
          </Button>
        )
      }
    >
      <NotificationList />
    </Page>
  );
}
