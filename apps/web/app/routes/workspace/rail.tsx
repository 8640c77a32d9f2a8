import type { Account } from "@kakehashi/contract/users";
import { useMediaQuery } from "@mantine/hooks";
import { type ComponentProps, memo, Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { AccountMenu } from "../../features/auth/account-menu.tsx";
import { useAttentionCount } from "../../features/conversations/unread-counts.ts";
import { StableLink } from "../../kit/stable-link.tsx";
import { showCountInTab } from "../../kit/tab-count.ts";
import { CountBadge } from "../../kit/ui/badge.tsx";
import { LogoMark } from "../../kit/ui/logo-mark.tsx";
import styles from "./rail.module.css";
import { type NavigationEntry, navigationNamespaces, shownNavigationEntriesFor } from "./rail-entries.tsx";

/** The main navigation: at the side, or at the bottom of a narrow screen. */
export const MainNavigation = memo(function MainNavigation({
  account,
  isNarrow,
}: {
  account: Account;
  isNarrow: boolean;
}) {
  const { t } = useTranslation("workspace");
  const isWindowLow = useMediaQuery("(max-height: 479px)") ?? false;
  const attentionCount = useAttentionCount();
  useEffect(() => showCountInTab(attentionCount), [attentionCount]);
  return (
    <nav className={styles.rail} aria-label={t("navigation")}>
      <NavigationLink className={styles.mark} to="/home" aria-label="Kakehashi" tabIndex={-1}>
        <LogoMark size={26} />
      </NavigationLink>
      {shownNavigationEntriesFor(account.role, isNarrow || isWindowLow).map((entry) => (
        <Entry key={entry.to} entry={entry} />
      ))}
      <div className={styles.account}>
        <AccountMenu account={account} position={isNarrow ? "top-end" : "right-end"} />
      </div>
    </nav>
  );
});

function Entry({ entry }: { entry: NavigationEntry }) {
  const { to, alsoCurrent, name, Icon, useCount, CountComponent, shortcut } = entry;
  const { t } = useTranslation(navigationNamespaces);
  return (
    <NavigationLink className={styles.item} to={to} alsoCurrent={alsoCurrent} title={shortcut}>
      <span className={styles.icon}>
        <Icon size={22} stroke={1.6} aria-hidden="true" />
        {(useCount || CountComponent) && (
          <span className={styles.count}>
            <Suspense fallback={null}>
              {CountComponent ? <CountComponent /> : <NavigationEntryCount entry={entry} />}
            </Suspense>
          </span>
        )}
      </span>
      <span className={styles.label}>{t(name)}</span>
    </NavigationLink>
  );
}

const useNoCount = () => 0;

function NavigationEntryCount({ entry: { useCount = useNoCount, countLabel } }: { entry: NavigationEntry }) {
  const { t } = useTranslation(navigationNamespaces);
  const count = useCount();
  return <CountBadge value={count} label={countLabel?.(t, count) ?? ""} />;
}

/**
 * A link of the navigation. It is marked as current on its page, on pages below that address, and on the pages in
 * `alsoCurrent`.
 */
function NavigationLink({
  to,
  alsoCurrent = [],
  ...props
}: ComponentProps<typeof StableLink> & { alsoCurrent?: NavigationEntry["alsoCurrent"] | undefined }) {
  const { pathname } = useLocation();
  const current = [{ to }, ...alsoCurrent].some(
    (page) => pathname === page.to || pathname.startsWith(`${page.to}/`),
  );
  return <StableLink to={to} current={current} {...props} />;
}
