import { expect, test } from "vitest";
import { redirection, type Visitor } from "../kit/guard.ts";
import routes from "../routes.ts";
import { guardsOf, pageGuards } from "./guards.ts";

const done: Visitor = { role: "dev", accountType: "PERSONAL", workingLanguage: "vi" };
const visitors = {
  stranger: null,
  newcomer: { role: "user", accountType: null, workingLanguage: null },
  typeless: { ...done, accountType: null },
  wordless: { ...done, workingLanguage: null },
  dev: done,
  admin: { ...done, role: "admin" },
} satisfies Record<string, Visitor | null>;

const login = (page: string) => `/login?next=${encodeURIComponent(page)}`;
const role = (page: string) => `/role?next=${encodeURIComponent(page)}`;
const type = (page: string) => `/type_account?next=${encodeURIComponent(page)}`;
const language = (page: string) => `/working_language?next=${encodeURIComponent(page)}`;

/** Where each visitor is redirected from a page. Null lets them in. */
type Row = Record<keyof typeof visitors, string | null>;
const everybody: Row = {
  stranger: null,
  newcomer: null,
  typeless: null,
  wordless: null,
  dev: null,
  admin: null,
};
const guests: Row = {
  stranger: null,
  newcomer: "/home",
  typeless: "/home",
  wordless: "/home",
  dev: "/home",
  admin: "/home",
};
/** Pages that are public for signed-out visitors and inside the workspace for signed-in people. */
const readAt = (page: string): Row => ({
  stranger: null,
  newcomer: page,
  typeless: page,
  wordless: page,
  dev: page,
  admin: page,
});
const members = (page: string): Row => ({
  stranger: login(page),
  newcomer: role(page),
  typeless: type(page),
  wordless: language(page),
  dev: null,
  admin: null,
});

const pages: Record<string, Row> = {
  "/": guests,
  "/vi": guests,
  "/price": readAt("/help/price"),
  "/contact": readAt("/help/contact"),
  "/service": readAt("/help/service"),
  "/vi/service": readAt("/help/service"),
  "/blog": readAt("/help/blog"),
  "/blog/keeping-a-glossary": readAt("/help/blog/keeping-a-glossary"),
  "/test": guests,
  "/login": guests,
  "/login/two-step": guests,
  "/login/done": everybody,
  "/email/change": everybody,
  "/policy": everybody,
  "/privacy": everybody,
  "/blog/select": everybody,
  "/blog/rss.xml": everybody,
  "/register": everybody,
  "/password/reset": everybody,
  "/home": everybody,
  "/role": everybody,
  "/bookmarks": everybody,
  "/nowhere/to/be/found": everybody,
  "/type_account": { ...everybody, stranger: "/login" },
  "/working_language": { ...everybody, stranger: "/login", typeless: "/home", dev: "/home", admin: "/home" },
  "/contact?plan=1": readAt("/help/contact?plan=1"),
  "/help/blog/keeping-a-glossary": { ...everybody, stranger: login("/help/blog/keeping-a-glossary") },
  "/settings": { ...everybody, stranger: login("/settings") },
  "/admin/users": {
    stranger: login("/admin/users"),
    newcomer: "/home",
    typeless: "/home",
    wordless: "/home",
    dev: "/home",
    admin: null,
  },
  "/chat": members("/chat"),
  "/chat/1?message=2": members("/chat/1?message=2"),
  "/CHAT/": members("/CHAT/"),
  "/threads": members("/threads"),
  "/files": members("/files"),
  "/drive": members("/drive"),
  "/search?q=x": members("/search?q=x"),
  "/notifications": members("/notifications"),
  "/profile": members("/profile"),
  "/profile/1": members("/profile/1"),
};

test.each(Object.entries(pages))(
  "%s lets in whom its guards pass, and sends everybody else where they say",
  (page, row) => {
    const place = new URL(page, "http://here.invalid");
    const got = Object.entries(visitors).map(([name, visitor]) => [
      name,
      redirection(guardsOf(place.pathname), visitor, place),
    ]);
    expect(Object.fromEntries(got)).toEqual(row);
  },
);

test.each(["/register", "/register/confirm", "/password/forgot"])(
  "%s is shut while the admin has switched it off",
  (page) => {
    const place = { pathname: page, search: "?token=x" };
    for (const visitor of [null, done]) {
      expect(redirection(guardsOf(page), visitor, place, new Set([page]))).toBe("/?notice=closed");
      expect(redirection(guardsOf(page), visitor, place, new Set())).toBeNull();
    }
  },
);

interface Entry {
  readonly path?: string | undefined;
  readonly index?: boolean | undefined;
  readonly file: string;
  readonly children?: readonly Entry[] | undefined;
}

/** All addresses of the pages. `*` in the table stands for everything below. */
function addresses(entries: readonly Entry[], above = ""): string[] {
  return entries.flatMap((entry) => {
    const path = [above, entry.path].filter(Boolean).join("/").replace(/\/+$/, "");
    return entry.children ? addresses(entry.children, path) : entry.file.endsWith(".tsx") ? [path] : [];
  });
}

test("every page has its row in the table", () => {
  const known = pageGuards.flatMap(([path]) => [path.replace("/vi?", ""), path.replace("/vi?", "/vi")]);
  const missing = addresses(routes as readonly Entry[])
    .map((path) => `/${path.replace(/^\//, "")}`)
    .filter(
      (path) =>
        !known.some(
          (row) =>
            row === path ||
            (row === "" && path === "/") ||
            (row !== "/*" && row.endsWith("/*") && path.startsWith(row.slice(0, -2))),
        ),
    );
  expect(missing).toEqual([]);
});
