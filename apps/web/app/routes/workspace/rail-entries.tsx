import { translatorRoles } from "@kakehashi/contract/known-languages";
import type { Role } from "@kakehashi/contract/users";
import {
  IconBell,
  IconFiles,
  IconHome,
  IconLanguage,
  IconMessages,
  IconSearch,
  IconUserShield,
} from "@tabler/icons-react";
import type { TFunction } from "i18next";
import type { ComponentType } from "react";
import { useUnreadCount } from "../../features/conversations/unread-counts.ts";
import { useUnreadNotifications } from "../../features/notifications/queries.ts";
import { MissingQuietly, part } from "../../kit/ui/part.tsx";

/** Where the names of the entries stand: texts that are there from the first byte. */
export const railTexts = ["workspace", "notifications", "files", "search"] as const;
type Texts = TFunction<typeof railTexts>;

/** A part of the workspace: an entry of the rail, and of the pages that the palette leads to. */
export interface RailEntry {
  readonly to: string;
  /** Another page of the same part. */
  readonly also?: { readonly to: string; readonly name: (t: Texts) => string };
  readonly name: (t: Texts) => string;
  readonly Icon: ComponentType<{ size: number; stroke: number; "aria-hidden": "true" }>;
  /** Who has it; everybody without. */
  readonly roles?: readonly Role[];
  /** How much waits there: a hook. */
  readonly useCount?: () => number;
  /** What it counts. */
  readonly countLabel?: (t: Texts, count: number) => string;
  /** In the place of both: a count that is loaded for those who have the entry. */
  readonly OwnCount?: ComponentType;
  /** A key that leads there too. */
  readonly shortcut?: string;
}

/** The entries in their order: a feature adds its own by one. */
export const railEntries: readonly RailEntry[] = [
  { to: "/home", name: (t) => t("home"), Icon: IconHome },
  {
    to: "/chat",
    name: (t) => t("chat"),
    Icon: IconMessages,
    useCount: useUnreadCount,
    countLabel: (t, count) => t("unread", { count }),
  },
  { to: "/translations", name: (t) => t("translations"), Icon: IconLanguage, roles: translatorRoles },
  {
    to: "/notifications",
    name: (t) => t("notifications:title"),
    Icon: IconBell,
    useCount: useUnreadNotifications,
    countLabel: (t, count) => t("notifications:unread", { count }),
  },
  {
    to: "/files",
    also: { to: "/drive", name: (t) => t("files:drive") },
    name: (t) => t("files:title"),
    Icon: IconFiles,
  },
  { to: "/search", name: (t) => t("search:title"), Icon: IconSearch, shortcut: "Ctrl K" },
  {
    to: "/admin",
    name: (t) => t("admin"),
    Icon: IconUserShield,
    roles: ["admin"],
    OwnCount: part(
      async () => (await import("../../features/admin/waiting-count.tsx")).WaitingCount,
      MissingQuietly,
    ),
  },
];

export const railEntriesFor = (role: Role): RailEntry[] =>
  railEntries.filter(({ roles }) => roles === undefined || roles.includes(role));

/** The pages that the palette leads to. */
export const pagesFor = (role: Role, t: Texts): { to: string; name: string }[] =>
  railEntriesFor(role)
    .flatMap((entry) => (entry.also ? [entry, entry.also] : [entry]))
    .map(({ to, name }) => ({ to, name: name(t) }));
