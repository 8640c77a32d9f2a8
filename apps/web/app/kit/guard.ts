import { workspacePathOfPublicPage } from "./help-address.ts";

/** What the guards must know about the signed-in person. */
export interface GuardVisitor {
  readonly role: string;
  readonly workingLanguage: string | null;
  readonly accountType: string | null;
}

interface GuardRow {
  /** Whether the guard lets the visitor open the page. `visitor` is null when signed out. */
  isOpenTo(visitor: GuardVisitor | null, path: string, closedPages: ReadonlySet<string>): boolean;
  /** Returns the address to which the guard redirects. `address` is the requested address. */
  redirectTo(address: string): string;
}

/**
 * The roles that may open the translators' pages. Admins do not translate, but they maintain the translation memory and
 * the glossary there.
 */
const translatorRoles: ReadonlySet<string> = new Set(["comtor", "brse", "admin"]);

const redirectToChoicePage = (page: string) => (address: string) =>
  `${page}?next=${encodeURIComponent(address)}`;

/** The guards of the pages. A guard checks the visitor and has a redirect for visitors who fail the check. */
export const guardByName = {
  auth: {
    isOpenTo: (visitor) => visitor !== null,
    redirectTo: (address) => `/login?next=${encodeURIComponent(address)}`,
  },
  guest: {
    isOpenTo: (visitor) => visitor === null,
    redirectTo: (address) => workspacePathOfPublicPage(address) ?? "/home",
  },
  "logged-in": { isOpenTo: (visitor) => visitor !== null, redirectTo: () => "/login" },
  "chose-role": {
    isOpenTo: (visitor) => visitor !== null && visitor.role !== "user",
    redirectTo: redirectToChoicePage("/role"),
  },
  "have-type-account": {
    isOpenTo: (visitor) => visitor !== null && visitor.accountType !== null,
    redirectTo: redirectToChoicePage("/type_account"),
  },
  "chose-language": {
    isOpenTo: (visitor) => visitor !== null && visitor.workingLanguage !== null,
    redirectTo: redirectToChoicePage("/working_language"),
  },
  "have-language": { isOpenTo: (visitor) => visitor?.workingLanguage === null, redirectTo: () => "/home" },
  admin: { isOpenTo: (visitor) => visitor?.role === "admin", redirectTo: () => "/home" },
  "com-vi": {
    isOpenTo: (visitor) => visitor !== null && translatorRoles.has(visitor.role),
    redirectTo: () => "/home",
  },
  "disable-routes": {
    isOpenTo: (_, path, closedPages) => !closedPages.has(path),
    redirectTo: () => "/?notice=closed",
  },
} as const satisfies Record<string, GuardRow>;
export type GuardName = keyof typeof guardByName;

/** The guards for questions that a new person must answer before using the product (docs/rules.md), in this order. */
export const onboardingGuards = [
  "chose-role",
  "have-type-account",
  "chose-language",
] as const satisfies readonly GuardName[];
/** The guards of the workspace's pages: the checks that a visitor must pass to open them. */
export const workspaceGuards = ["auth", ...onboardingGuards] as const satisfies readonly GuardName[];

/** Returns the address to which the first failing guard redirects. Null if all guards pass. */
export function findRedirectPath(
  guardNames: readonly GuardName[],
  visitor: GuardVisitor | null,
  requestedLocation: { readonly pathname: string; readonly search: string },
  closedPages: ReadonlySet<string> = new Set(),
): string | null {
  for (const name of guardNames) {
    const guard: GuardRow = guardByName[name];
    if (!guard.isOpenTo(visitor, requestedLocation.pathname, closedPages)) {
      return guard.redirectTo(requestedLocation.pathname + requestedLocation.search);
    }
  }
  return null;
}

/** A fake origin for parsing addresses. An address with another origin would leave the site. */
const placeholderOrigin = "http://here.invalid";

/**
 * Returns the `next` parameter if it stays on this site, otherwise the start page. Parses the address like a browser,
 * which drops tabs and line breaks and treats a backslash as a slash.
 */
export function toSafeNextPath(nextPath: string | null): string {
  if (!nextPath?.startsWith("/") || !URL.canParse(nextPath, placeholderOrigin)) return "/home";
  const { origin, pathname, search, hash } = new URL(nextPath, placeholderOrigin);
  // Check the parsed address again without its origin. `/.//elsewhere` stays on this site, but its normalised path
  // `//elsewhere` would lead to another site.
  return origin === placeholderOrigin && !pathname.startsWith("//") ? pathname + search + hash : "/home";
}
