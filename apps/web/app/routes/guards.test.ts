import { expect, test } from "vitest";
import { type GuardVisitor, redirectAddress } from "../kit/guard.ts";
import routes from "../routes.ts";
import { findGuards, pageGuards } from "./guards.ts";

const completeVisitor: GuardVisitor = { role: "dev", accountType: "PERSONAL", workingLanguage: "vi" };
const testVisitors = {
  signedOut: null,
  withoutRole: { role: "user", accountType: null, workingLanguage: null },
  typeless: { ...completeVisitor, accountType: null },
  withoutLanguage: { ...completeVisitor, workingLanguage: null },
  dev: completeVisitor,
  admin: { ...completeVisitor, role: "admin" },
} satisfies Record<string, GuardVisitor | null>;

// Each function returns an address to which a guard redirects. After that page, the visitor continues to `path`.
const loginAddressFor = (path: string) => `/login?next=${encodeURIComponent(path)}`;
const roleAddressFor = (path: string) => `/role?next=${encodeURIComponent(path)}`;
const accountTypeAddressFor = (path: string) => `/type_account?next=${encodeURIComponent(path)}`;
const workingLanguageAddressFor = (path: string) => `/working_language?next=${encodeURIComponent(path)}`;

/** The redirect address for each kind of visitor. Null if the visitor may open the page. */
type GuardRow = Record<keyof typeof testVisitors, string | null>;
const openToAll: GuardRow = {
  signedOut: null,
  withoutRole: null,
  typeless: null,
  withoutLanguage: null,
  dev: null,
  admin: null,
};
const guestsOnly: GuardRow = {
  signedOut: null,
  withoutRole: "/home",
  typeless: "/home",
  withoutLanguage: "/home",
  dev: "/home",
  admin: "/home",
};
/**
 * A page that signed-out visitors see on the public site. Signed-in people are redirected to `path`, where the
 * workspace shows the same page.
 */
const publicPage = (path: string): GuardRow => ({
  signedOut: null,
  withoutRole: path,
  typeless: path,
  withoutLanguage: path,
  dev: path,
  admin: path,
});
const membersOnly = (path: string): GuardRow => ({
  signedOut: loginAddressFor(path),
  withoutRole: roleAddressFor(path),
  typeless: accountTypeAddressFor(path),
  withoutLanguage: workingLanguageAddressFor(path),
  dev: null,
  admin: null,
});

const redirectsByPage: Record<string, GuardRow> = {
  "/": guestsOnly,
  "/vi": guestsOnly,
  "/price": publicPage("/help/price"),
  "/contact": publicPage("/help/contact"),
  "/service": publicPage("/help/service"),
  "/vi/service": publicPage("/help/service"),
  "/blog": publicPage("/help/blog"),
  "/blog/keeping-a-glossary": publicPage("/help/blog/keeping-a-glossary"),
  "/test": guestsOnly,
  "/login": guestsOnly,
  "/login/two-step": guestsOnly,
  "/login/done": openToAll,
  "/email/change": openToAll,
  "/policy": openToAll,
  "/privacy": openToAll,
  "/blog/select": openToAll,
  "/blog/rss.xml": openToAll,
  "/register": openToAll,
  "/password/reset": openToAll,
  "/home": openToAll,
  "/role": openToAll,
  "/bookmarks": openToAll,
  "/nowhere/to/be/found": openToAll,
  "/type_account": { ...openToAll, signedOut: "/login" },
  "/working_language": { ...openToAll, signedOut: "/login", typeless: "/home", dev: "/home", admin: "/home" },
  "/contact?plan=1": publicPage("/help/contact?plan=1"),
  "/help/blog/keeping-a-glossary": {
    ...openToAll,
    signedOut: loginAddressFor("/help/blog/keeping-a-glossary"),
  },
  "/settings": { ...openToAll, signedOut: loginAddressFor("/settings") },
  "/admin/users": {
    signedOut: loginAddressFor("/admin/users"),
    withoutRole: "/home",
    typeless: "/home",
    withoutLanguage: "/home",
    dev: "/home",
    admin: null,
  },
  "/chat": membersOnly("/chat"),
  "/chat/1?message=2": membersOnly("/chat/1?message=2"),
  "/CHAT/": membersOnly("/CHAT/"),
  "/threads": membersOnly("/threads"),
  "/files": membersOnly("/files"),
  "/bots": membersOnly("/bots"),
  "/bots/new": membersOnly("/bots/new"),
  "/bots/1": membersOnly("/bots/1"),
  "/bots/callback?code=x&state=y": membersOnly("/bots/callback?code=x&state=y"),
  "/schat": membersOnly("/schat"),
  "/schat/1?state=mine": membersOnly("/schat/1?state=mine"),
  "/schat/listpage": membersOnly("/schat/listpage"),
  "/schat/figures?days=7": membersOnly("/schat/figures?days=7"),
  "/drive": membersOnly("/drive"),
  "/drive/1": membersOnly("/drive/1"),
  "/search?q=x": membersOnly("/search?q=x"),
  "/notifications": membersOnly("/notifications"),
  "/profile": membersOnly("/profile"),
  "/profile/1": membersOnly("/profile/1"),
};

test.each(Object.entries(redirectsByPage))(
  "%s lets in whom its guards pass, and sends everybody else where they say",
  (path, row) => {
    const url = new URL(path, "http://here.invalid");
    const redirects = Object.entries(testVisitors).map(([name, visitor]) => [
      name,
      redirectAddress(findGuards(url.pathname), visitor, url),
    ]);
    expect(Object.fromEntries(redirects)).toEqual(row);
  },
);

test.each(["/register", "/register/confirm", "/password/forgot"])(
  "%s is closed while an admin has switched it off",
  (path) => {
    const requested = { pathname: path, search: "?token=x" };
    for (const visitor of [null, completeVisitor]) {
      expect(redirectAddress(findGuards(path), visitor, requested, new Set([path]))).toBe("/?notice=closed");
      expect(redirectAddress(findGuards(path), visitor, requested, new Set())).toBeNull();
    }
  },
);

interface RouteEntry {
  readonly path?: string | undefined;
  readonly index?: boolean | undefined;
  readonly file: string;
  readonly children?: readonly RouteEntry[] | undefined;
}

/** Returns the addresses of all pages in the list of routes. In the table of guards, `*` means all addresses below. */
function addressesOf(entries: readonly RouteEntry[], parentPath = ""): string[] {
  return entries.flatMap((entry) => {
    const path = [parentPath, entry.path].filter(Boolean).join("/").replace(/\/+$/, "");
    return entry.children ? addressesOf(entry.children, path) : entry.file.endsWith(".tsx") ? [path] : [];
  });
}

test("every page has a row in the table of guards", () => {
  const guardedPaths = pageGuards.flatMap(([path]) => [
    path.replace("/vi?", ""),
    path.replace("/vi?", "/vi"),
  ]);
  const unguardedAddresses = addressesOf(routes as readonly RouteEntry[])
    .map((path) => `/${path.replace(/^\//, "")}`)
    .filter(
      (path) =>
        !guardedPaths.some(
          (row) =>
            row === path ||
            (row === "" && path === "/") ||
            (row !== "/*" && row.endsWith("/*") && path.startsWith(row.slice(0, -2))),
        ),
    );
  expect(unguardedAddresses).toEqual([]);
});
