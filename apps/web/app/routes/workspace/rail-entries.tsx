import type { Role } from "@kakehashi/contract/users";
import {
  IconBell,
  IconBriefcase,
  IconFiles,
  IconHome,
  IconLanguage,
  IconMessages,
  IconRobot,
  IconSearch,
  IconUserShield,
} from "@tabler/icons-react";
import type { TFunction } from "i18next";
import type { ComponentType } from "react";
import { useAttentionCount } from "../../features/conversations/unread-conversation-counts.ts";
import { useUnreadNotificationCount } from "../../features/notifications/queries.ts";
import { createLazyComponent, EmptyLoadFailedFallback } from "../../kit/ui/part.tsx";

/** The text files with the names of the navigation's entries. They are always loaded. */
export const navigationNamespaces = ["workspace", "notifications", "files", "search"] as const;
type NavigationTexts = TFunction<typeof navigationNamespaces>;
/** The text key of an entry's name in the navigation. */
type NavigationNameKey =
  | "home"
  | "chat"
  | "projects"
  | "teams"
  | "codes"
  | "bots"
  | "outside"
  | "translations"
  | "notifications:title"
  | "files:title"
  | "files:drive"
  | "search:title"
  | "admin";

/** An area of the workspace, as an entry in the main navigation and in the quick switcher. */
export interface NavigationEntry {
  readonly to: string;
  /** Other pages on which this navigation entry is marked as the current one. */
  readonly alsoCurrentPages?: readonly { readonly to: string; readonly name: NavigationNameKey }[];
  readonly name: NavigationNameKey;
  readonly Icon: ComponentType<{ size: number; stroke: number; "aria-hidden": "true" }>;
  /** The roles that see this navigation entry. If undefined, everybody sees it. */
  readonly roles?: readonly Role[];
  /**
   * Whether a phone's navigation hides this entry, in portrait and in landscape. The page of another entry then has a
   * link instead.
   */
  readonly isWideOnly?: boolean;
  /** A hook that returns the number of new items for this navigation entry. */
  readonly useCount?: () => number;
  /** Returns the accessible text for the entry's count. */
  readonly countLabel?: (t: NavigationTexts, count: number) => string;
  /**
   * A component that shows the number, instead of `useCount` and `countLabel`. Its code loads only for people who see
   * the entry.
   */
  readonly CountComponent?: ComponentType;
  /** The shortcut key of this navigation entry. */
  readonly shortcut?: string;
}

/** The entries of the main navigation, in their order. To add an area, add an entry. */
export const navigationEntries: readonly NavigationEntry[] = [
  { to: "/home", name: "home", Icon: IconHome },
  {
    to: "/chat",
    name: "chat",
    Icon: IconMessages,
    useCount: useAttentionCount,
    countLabel: (t, count) => t("unread", { count }),
  },
  {
    to: "/projects",
    alsoCurrentPages: [
      { to: "/teams", name: "teams" },
      { to: "/codes", name: "codes" },
      { to: "/bots", name: "bots" },
      { to: "/schat", name: "outside" },
    ],
    name: "projects",
    Icon: IconBriefcase,
  },
  // A phone's navigation bar has no space for the entry "Bots". On a phone, the page of projects has a tab that opens
  // the bots.
  { to: "/bots", name: "bots", Icon: IconRobot, isWideOnly: true },
  {
    to: "/translations",
    name: "translations",
    Icon: IconLanguage,
    roles: ["comtor", "brse", "admin"],
  },
  {
    to: "/notifications",
    name: "notifications:title",
    Icon: IconBell,
    useCount: useUnreadNotificationCount,
    countLabel: (t, count) => t("notifications:unread", { count }),
  },
  {
    to: "/files",
    alsoCurrentPages: [{ to: "/drive", name: "files:drive" }],
    name: "files:title",
    Icon: IconFiles,
  },
  { to: "/search", name: "search:title", Icon: IconSearch, shortcut: "Ctrl K" },
  {
    to: "/admin",
    name: "admin",
    Icon: IconUserShield,
    roles: ["admin"],
    CountComponent: createLazyComponent(
      async () => (await import("../../features/admin/waiting-count.tsx")).WaitingCount,
      EmptyLoadFailedFallback,
    ),
  },
];

export const listNavigationEntries = (role: Role): NavigationEntry[] =>
  navigationEntries.filter(({ roles }) => roles === undefined || roles.includes(role));

/**
 * Returns the navigation entries that a person with this role sees. If a page has a visible entry of its own, it is
 * removed from the `alsoCurrentPages` of the other entries.
 */
export function listShownNavigationEntries(role: Role, isPhone: boolean): NavigationEntry[] {
  const shownEntries = listNavigationEntries(role).filter(({ isWideOnly }) => !(isPhone && isWideOnly));
  const ownAddresses = new Set(shownEntries.map(({ to }) => to));
  return shownEntries.map(({ alsoCurrentPages, ...entry }) => ({
    ...entry,
    ...(alsoCurrentPages && { alsoCurrentPages: alsoCurrentPages.filter(({ to }) => !ownAddresses.has(to)) }),
  }));
}

/**
 * The maximum number of entries in a phone's navigation bar. The names of more entries would not fit beside each other.
 */
const maxBarEntries = 6;

/**
 * Returns the entries of a phone's navigation bar, and the entries of the menu at its end. The menu is empty if all
 * entries fit into the bar.
 */
export function splitBarEntries(role: Role): { bar: NavigationEntry[]; menu: NavigationEntry[] } {
  const entries = listShownNavigationEntries(role, true);
  // The button that opens the menu takes the space of one entry.
  const barLength = entries.length > maxBarEntries ? maxBarEntries - 1 : entries.length;
  return { bar: entries.slice(0, barLength), menu: entries.slice(barLength) };
}

/** Whether the page with this address belongs to the navigation entry. */
export const isPageOfEntry = (
  pathname: string,
  {
    to,
    alsoCurrentPages = [],
  }: Pick<NavigationEntry, "to"> & {
    alsoCurrentPages?: NavigationEntry["alsoCurrentPages"] | undefined;
  },
): boolean =>
  [{ to }, ...alsoCurrentPages].some((page) => pathname === page.to || pathname.startsWith(`${page.to}/`));

/** Returns the pages that the quick switcher offers. */
export const listSwitcherPages = (role: Role, t: NavigationTexts): { to: string; name: string }[] =>
  listShownNavigationEntries(role, false)
    .flatMap((entry) => [entry, ...(entry.alsoCurrentPages ?? [])])
    .map(({ to, name }) => ({ to, name: t(name) }));
