import type { Account } from "@kakehashi/contract/users";
import { useMediaQuery } from "@mantine/hooks";
import { type ComponentProps, memo, Suspense, useEffect } from "react";
import { useLocation } from "react-router";
import { AccountMenu } from "../../features/auth/account-menu.tsx";
import { useAttentionCount } from "../../features/conversations/unread-conversation-counts.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { StableLink } from "../../kit/stable-link.tsx";
import { showCountInTab } from "../../kit/tab-count.ts";
import { LogoMark } from "../../kit/ui/logo-mark.tsx";
import { createLazyComponent, EmptyLoadFailedFallback } from "../../kit/ui/part.tsx";
import styles from "./rail.module.css";
import { NavigationEntryBadge } from "./rail-count.tsx";
import {
  isPageOfEntry,
  listShownNavigationEntries,
  type NavigationEntry,
  navigationNamespaces,
  splitBarEntries,
} from "./rail-entries.tsx";

/**
 * The button that opens the menu with the remaining entries. Its code is loaded only if needed: for most roles, all
 * entries fit into the bar.
 */
const MoreEntries = createLazyComponent(
  async () => (await import("./rail-more.tsx")).MoreNavigationMenu,
  EmptyLoadFailedFallback,
);

/** The main navigation. It is at the side of the window, and at the bottom of a narrow screen. */
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
  const { bar, menu } = isNarrow
    ? splitBarEntries(account.role)
    : { bar: listShownNavigationEntries(account.role, isWindowLow), menu: [] };
  return (
    <nav className={styles.rail} aria-label={t("navigation")}>
      <NavigationLink className={styles.mark} to="/home" aria-label="Kakehashi" tabIndex={-1}>
        <LogoMark size={26} />
      </NavigationLink>
      {bar.map((entry) => (
        <RailEntry key={entry.to} entry={entry} />
      ))}
      {menu.length > 0 && (
        <Suspense fallback={<span className={styles.item} />}>
          <MoreEntries entries={menu} />
        </Suspense>
      )}
      <div className={styles.account}>
        <AccountMenu account={account} position={isNarrow ? "top-end" : "right-end"} />
      </div>
    </nav>
  );
});

function RailEntry({ entry }: { entry: NavigationEntry }) {
  const { to, alsoCurrentPages, name, Icon, shortcut } = entry;
  const { t } = useTranslation(navigationNamespaces);
  return (
    <NavigationLink className={styles.item} to={to} alsoCurrentPages={alsoCurrentPages} title={shortcut}>
      <span className={styles.icon}>
        <Icon size={22} stroke={1.6} aria-hidden="true" />
        <span className={styles.count}>
          <NavigationEntryBadge entry={entry} />
        </span>
      </span>
      <span className={styles.label}>{t(name)}</span>
    </NavigationLink>
  );
}

/**
 * A navigation link. It is marked as current on its page, on pages below its address, and on the pages in
 * `alsoCurrentPages`.
 */
function NavigationLink({
  to,
  alsoCurrentPages,
  ...props
}: ComponentProps<typeof StableLink> & {
  alsoCurrentPages?: NavigationEntry["alsoCurrentPages"] | undefined;
}) {
  const { pathname } = useLocation();
  return <StableLink to={to} current={isPageOfEntry(pathname, { to, alsoCurrentPages })} {...props} />;
}
