/** What the guards ask about whoever opens a page. */
export interface Visitor {
  readonly signedIn: boolean;
  readonly role: string | null;
  readonly workingLanguage: string | null;
  readonly accountType: string | null;
}

/** Nobody is signed in. */
export const stranger: Visitor = { signedIn: false, role: null, workingLanguage: null, accountType: null };

interface GuardRow {
  passes(visitor: Visitor, path: string, closedPages: ReadonlySet<string>): boolean;
  /** Where to, instead. `place` is the address that was asked for. */
  otherwise(place: string): string;
}

const translatorRoles: ReadonlySet<string | null> = new Set(["comtor", "brse"]);

/** The guards of the routes, as data. */
export const guards = {
  auth: {
    passes: ({ signedIn }) => signedIn,
    otherwise: (place) => `/login?next=${encodeURIComponent(place)}`,
  },
  guest: { passes: ({ signedIn }) => !signedIn, otherwise: () => "/home" },
  "logged-in": { passes: ({ signedIn }) => signedIn, otherwise: () => "/login" },
  "chose-language": {
    passes: ({ workingLanguage }) => workingLanguage !== null,
    otherwise: () => "/working_language",
  },
  "have-type-account": {
    passes: ({ accountType }) => accountType !== null,
    otherwise: () => "/type_account",
  },
  "have-language": { passes: ({ workingLanguage }) => workingLanguage === null, otherwise: () => "/home" },
  "com-vi": { passes: ({ role }) => translatorRoles.has(role), otherwise: () => "/home" },
  "disable-routes": {
    passes: (_, path, closedPages) => !closedPages.has(path),
    otherwise: () => "/?notice=closed",
  },
} as const satisfies Record<string, GuardRow>;
export type Guard = keyof typeof guards;

/** Where the first guard that does not pass sends this visitor; null lets them in. */
export function redirection(
  names: readonly Guard[],
  visitor: Visitor,
  place: { pathname: string; search: string },
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
