import type { Account } from "@kakehashi/contract/users";
import { IconBell, IconFiles, IconHome, IconMessages, IconSearch, IconUserShield } from "@tabler/icons-react";
import { type ComponentProps, memo, Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { AccountMenu } from "../../features/auth/account-menu.tsx";
import { useAttentionCount, useUnreadCount } from "../../features/conversations/unread-counts.ts";
import { useUnreadNotifications } from "../../features/notifications/queries.ts";
import { SteadyLink } from "../../kit/steady.tsx";
import { signTab } from "../../kit/tab-sign.ts";
import { Count } from "../../kit/ui/badge.tsx";
import { Mark } from "../../kit/ui/mark.tsx";
import { MissingQuietly, part } from "../../kit/ui/part.tsx";
import styles from "./rail.module.css";

/** Only admins load it. */
const WaitingCount = part(
  async () => (await import("../../features/admin/waiting-count.tsx")).WaitingCount,
  MissingQuietly,
);

/** The way between the parts of the workspace: at the side, or at the bottom of a narrow screen. */
export const Rail = memo(function Rail({ account, narrow }: { account: Account; narrow: boolean }) {
  const { t } = useTranslation(["workspace", "conversations", "notifications", "files", "search"]);
  const unread = useUnreadCount();
  const attention = useAttentionCount();
  useEffect(() => signTab(attention), [attention]);
  const notifications = useUnreadNotifications();
  return (
    <nav className={styles.rail} aria-label={t("navigation")}>
      <RailLink className={styles.mark} to="/home" aria-label="Kakehashi" tabIndex={-1}>
        <Mark size={26} />
      </RailLink>
      <RailLink className={styles.item} to="/home">
        <IconHome size={22} stroke={1.6} aria-hidden="true" />
        <span className={styles.label}>{t("home")}</span>
      </RailLink>
      <RailLink className={styles.item} to="/chat">
        <span className={styles.icon}>
          <IconMessages size={22} stroke={1.6} aria-hidden="true" />
          <span className={styles.count}>
            <Count value={unread} label={t("unread", { count: unread })} />
          </span>
        </span>
        <span className={styles.label}>{t("chat")}</span>
      </RailLink>
      <RailLink className={styles.item} to="/notifications">
        <span className={styles.icon}>
          <IconBell size={22} stroke={1.6} aria-hidden="true" />
          <span className={styles.count}>
            <Count value={notifications} label={t("notifications:unread", { count: notifications })} />
          </span>
        </span>
        <span className={styles.label}>{t("notifications:title")}</span>
      </RailLink>
      <RailLink className={styles.item} to="/files" also="/drive">
        <IconFiles size={22} stroke={1.6} aria-hidden="true" />
        <span className={styles.label}>{t("files:title")}</span>
      </RailLink>
      <RailLink className={styles.item} to="/search" title="Ctrl K">
        <IconSearch size={22} stroke={1.6} aria-hidden="true" />
        <span className={styles.label}>{t("search:title")}</span>
      </RailLink>
      {account.role === "admin" && (
        <RailLink className={styles.item} to="/admin">
          <span className={styles.icon}>
            <IconUserShield size={22} stroke={1.6} aria-hidden="true" />
            <span className={styles.count}>
              <Suspense fallback={null}>
                <WaitingCount />
              </Suspense>
            </span>
          </span>
          <span className={styles.label}>{t("admin")}</span>
        </RailLink>
      )}
      <div className={styles.account}>
        <AccountMenu account={account} side={narrow ? "top-end" : "right-end"} />
      </div>
    </nav>
  );
});

/** Current also for what lies below where it leads, and for `also`, another page of the same part. */
function RailLink({ to, also, ...props }: ComponentProps<typeof SteadyLink> & { also?: string }) {
  const { pathname } = useLocation();
  const current = pathname === to || pathname === also || pathname.startsWith(`${to}/`);
  return <SteadyLink to={to} current={current} {...props} />;
}
