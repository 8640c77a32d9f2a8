import { helpAddress } from "./help-address.ts";

/** What the guards ask about a signed-in person who opens a page. */
export interface Visitor {
  readonly role: string;
  readonly workingLanguage: string | null;
  readonly accountType: string | null;
}

interface GuardRow {
  /** `visitor` is null for a stranger: only `guest` and `disable-routes` let them in. */
  passes(visitor: Visitor | null, path: string, closedPages: ReadonlySet<string>): boolean;
  /** Where to, instead. `place` is the address that was asked for. */
  otherwise(place: string): string;
}

const translatorRoles: ReadonlySet<string> = new Set(["comtor", "brse"]);

const choosing = (page: string) => (place: string) => `${page}?next=${encodeURIComponent(place)}`;

/** The guards of the pages, as data. */
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

/** What a person chooses before they act (docs/rules.md), in the order they are asked. */
export const choices = [
  "chose-role",
  "have-type-account",
  "chose-language",
] as const satisfies readonly Guard[];
/** Of the pages in which a signed-in person reads and acts. */
export const member = ["auth", ...choices] as const satisfies readonly Guard[];

/** Where the first guard that does not pass sends this visitor; null lets them in. */
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

/** Any origin but a real one: what an address resolves to against it tells whether it stays. */
const here = "http://here.invalid";

/**
 * The `next` of a sign-in page, if it stays on this site; else the start page. Judged as a browser reads it, which drops
 * tabs and line breaks and takes a backslash for a slash.
 */
export function safeNext(next: string | null): string {
  if (!next?.startsWith("/") || !URL.canParse(next, here)) return "/home";
  const { origin, pathname, search, hash } = new URL(next, here);
  // `/.//elsewhere` stays here as an address, and its path alone would be one that leaves.
  return origin === here && !pathname.startsWith("//") ? pathname + search + hash : "/home";
}
