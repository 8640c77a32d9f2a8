import { expect, test } from "vitest";
import { findRedirectPath, type GuardVisitor } from "../kit/guard.ts";
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
const openPageRow: GuardRow = {
  signedOut: null,
  withoutRole: null,
  typeless: null,
  withoutLanguage: null,
  dev: null,
  admin: null,
};
const guestPageRow: GuardRow = {
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
const createPublicPageRow = (path: string): GuardRow => ({
  signedOut: null,
  withoutRole: path,
  typeless: path,
  withoutLanguage: path,
  dev: path,
  admin: path,
});
const createMemberPageRow = (path: string): GuardRow => ({
  signedOut: loginAddressFor(path),
  withoutRole: roleAddressFor(path),
  typeless: accountTypeAddressFor(path),
  withoutLanguage: workingLanguageAddressFor(path),
  dev: null,
  admin: null,
});

const redirectsByPage: Record<string, GuardRow> = {
  "/": guestPageRow,
  "/vi": guestPageRow,
  "/price": createPublicPageRow("/help/price"),
  "/contact": createPublicPageRow("/help/contact"),
  "/service": createPublicPageRow("/help/service"),
  "/vi/service": createPublicPageRow("/help/service"),
  "/blog": createPublicPageRow("/help/blog"),
  "/blog/keeping-a-glossary": createPublicPageRow("/help/blog/keeping-a-glossary"),
  "/test": guestPageRow,
  "/login": guestPageRow,
  "/login/two-step": guestPageRow,
  "/login/done": openPageRow,
  "/email/change": openPageRow,
  "/policy": openPageRow,
  "/privacy": openPageRow,
  "/blog/select": openPageRow,
  "/blog/rss.xml": openPageRow,
  "/register": openPageRow,
  "/password/reset": openPageRow,
  "/home": openPageRow,
  "/role": openPageRow,
  "/bookmarks": openPageRow,
  "/nowhere/to/be/found": openPageRow,
  "/type_account": { ...openPageRow, signedOut: "/login" },
  "/working_language": {
    ...openPageRow,
    signedOut: "/login",
    typeless: "/home",
    dev: "/home",
    admin: "/home",
  },
  "/contact?plan=1": createPublicPageRow("/help/contact?plan=1"),
  "/help/blog/keeping-a-glossary": {
    ...openPageRow,
    signedOut: loginAddressFor("/help/blog/keeping-a-glossary"),
  },
  "/settings": { ...openPageRow, signedOut: loginAddressFor("/settings") },
  "/admin/users": {
    signedOut: loginAddressFor("/admin/users"),
    withoutRole: "/home",
    typeless: "/home",
    withoutLanguage: "/home",
    dev: "/home",
    admin: null,
  },
  "/chat": createMemberPageRow("/chat"),
  "/chat/1?message=2": createMemberPageRow("/chat/1?message=2"),
  "/CHAT/": createMemberPageRow("/CHAT/"),
  "/threads": createMemberPageRow("/threads"),
  "/files": createMemberPageRow("/files"),
  "/bots": createMemberPageRow("/bots"),
  "/bots/new": createMemberPageRow("/bots/new"),
  "/bots/1": createMemberPageRow("/bots/1"),
  "/bots/callback?code=x&state=y": createMemberPageRow("/bots/callback?code=x&state=y"),
  "/schat": createMemberPageRow("/schat"),
  "/schat/1?state=mine": createMemberPageRow("/schat/1?state=mine"),
  "/schat/listpage": createMemberPageRow("/schat/listpage"),
  "/schat/figures?days=7": createMemberPageRow("/schat/figures?days=7"),
  "/drive": createMemberPageRow("/drive"),
  "/drive/1": createMemberPageRow("/drive/1"),
  "/search?q=x": createMemberPageRow("/search?q=x"),
  "/notifications": createMemberPageRow("/notifications"),
  "/profile": createMemberPageRow("/profile"),
  "/profile/1": createMemberPageRow("/profile/1"),
};

test.each(Object.entries(redirectsByPage))(
  "%s lets in whom its guards pass, and sends everybody else where they say",
  (path, row) => {
    const url = new URL(path, "http://here.invalid");
    const redirects = Object.entries(testVisitors).map(([name, visitor]) => [
      name,
      findRedirectPath(findGuards(url.pathname), visitor, url),
    ]);
    expect(Object.fromEntries(redirects)).toEqual(row);
  },
);

test.each(["/register", "/register/confirm", "/password/forgot"])(
  "%s is closed while an admin has switched it off",
  (path) => {
    const requestedUrl = { pathname: path, search: "?token=x" };
    for (const visitor of [null, completeVisitor]) {
      expect(findRedirectPath(findGuards(path), visitor, requestedUrl, new Set([path]))).toBe(
        "/?notice=closed",
      );
      expect(findRedirectPath(findGuards(path), visitor, requestedUrl, new Set())).toBeNull();
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
function listRouteAddresses(entries: readonly RouteEntry[], parentPath = ""): string[] {
  return entries.flatMap((entry) => {
    const path = [parentPath, entry.path].filter(Boolean).join("/").replace(/\/+$/, "");
    return entry.children
      ? listRouteAddresses(entry.children, path)
      : entry.file.endsWith(".tsx")
        ? [path]
        : [];
  });
}

test("every page has a row in the table of guards", () => {
  const guardedPaths = pageGuards.flatMap(([path]) => [
    path.replace("/vi?", ""),
    path.replace("/vi?", "/vi"),
  ]);
  const unguardedAddresses = listRouteAddresses(routes as readonly RouteEntry[])
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
