import { helpAddress } from "./help-address.ts";

/** What the guards need to know about the signed-in person. */
export interface Visitor {
  readonly role: string;
  readonly workingLanguage: string | null;
  readonly accountType: string | null;
}

interface GuardRow {
  /** Whether the visitor may open the page. `visitor` is null when signed out. */
  passes(visitor: Visitor | null, path: string, closedPages: ReadonlySet<string>): boolean;
  /** The address to redirect to. `address` is the requested one. */
  otherwise(place: string): string;
}

/**
 * The roles that may open the translators' pages. Admins have no queue, but they keep the memory and the
 * glossary.
 */
const translatorRoles: ReadonlySet<string> = new Set(["comtor", "brse", "admin"]);

const choosing = (page: string) => (place: string) => `${page}?next=${encodeURIComponent(place)}`;

/** The guards of the pages. */
export const guards = {
  auth: {
    passes: (visitor) => visitor !== null,
    otherwise: (place) => `/login?next=${encodeURIComponent(place)}`,
  },
  guest: { passes: (visitor) => visitor === null, otherwise: (place) => helpAddress(place) ?? "/home" },
  "logged-in": { passes: (visitor) => visitor !== null, otherwise: () => "/login" },
  "chose-role": {
    passes: (visitor) => visitor !== null && visitor.role !== "user",
    otherwise: choosing("/role"),
  },
  "have-type-account": {
    passes: (visitor) => visitor !== null && visitor.accountType !== null,
    otherwise: choosing("/type_account"),
  },
  "chose-language": {
    passes: (visitor) => visitor !== null && visitor.workingLanguage !== null,
    otherwise: choosing("/working_language"),
  },
  "have-language": { passes: (visitor) => visitor?.workingLanguage === null, otherwise: () => "/home" },
  admin: { passes: (visitor) => visitor?.role === "admin", otherwise: () => "/home" },
  "com-vi": {
    passes: (visitor) => visitor !== null && translatorRoles.has(visitor.role),
    otherwise: () => "/home",
  },
  "disable-routes": {
    passes: (_, path, closedPages) => !closedPages.has(path),
    otherwise: () => "/?notice=closed",
  },
} as const satisfies Record<string, GuardRow>;
export type Guard = keyof typeof guards;

/** What a person must choose before using the product (docs/rules.md), in this order. */
export const choices = [
  "chose-role",
  "have-type-account",
  "chose-language",
] as const satisfies readonly Guard[];
/** The guards of the workspace's pages. */
export const member = ["auth", ...choices] as const satisfies readonly Guard[];

/** Where the first failing guard redirects. Null if all pass. */
export function redirection(
  names: readonly Guard[],
  visitor: Visitor | null,
  place: { readonly pathname: string; readonly search: string },
  closedPages: ReadonlySet<string> = new Set(),
): string | null {
  for (const name of names) {
    const guard: GuardRow = guards[name];
    if (!guard.passes(visitor, place.pathname, closedPages)) {
      return guard.otherwise(place.pathname + place.search);
    }
  }
  return null;
}

/** A made-up origin. An address that resolves to another origin would leave the site. */
const here = "http://here.invalid";

/**
 * The `next` parameter if it stays on this site, else the start page. It is parsed like a browser does, which drops
 * tabs and line breaks and reads a backslash as a slash.
 */
export function safeNext(next: string | null): string {
  if (!next?.startsWith("/") || !URL.canParse(next, here)) return "/home";
  const { origin, pathname, search, hash } = new URL(next, here);
  // `/.//elsewhere` stays here, but its path alone (`//elsewhere`) would lead to another site.
  return origin === here && !pathname.startsWith("//") ? pathname + search + hash : "/home";
}
