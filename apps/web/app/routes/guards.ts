import { matchRoutes } from "react-router";
import { type Guard, member } from "../kit/guard.ts";

const guest = ["guest"] as const;
const closable = ["disable-routes"] as const;

/**
 * The guards of each page (docs/rules.md). The server checks them for every document, the browser for every navigation.
 * A page that is not listed is open to everybody.
 */
export const pageGuards: readonly (readonly [path: string, ...guards: Guard[]])[] = [
  ["/vi?", ...guest],
  ["/vi?/service", ...guest],
  ["/vi?/price", ...guest],
  ["/vi?/contact", ...guest],
  ["/vi?/blog", ...guest],
  ["/vi?/blog/:slug", ...guest],
  ["/vi?/blog/rss.xml"],
  ["/vi?/blog/atom.xml"],
  ["/blog/select"],
  ["/blog/_id"],
  ["/vi?/policy"],
  ["/vi?/privacy"],
  ["/ja/privacy"],
  ["/vi?/not-found"],
  ["/vi?/cookies"],
  ["/test", ...guest],
  ["/login", ...guest],
  ["/login/two-step", ...guest],
  ["/login/done"],
  ["/register", ...closable],
  ["/register/confirm", ...closable],
  ["/password/forgot", ...closable],
  ["/password/reset"],
  ["/email/change"],
  ["/role"],
  ["/type_account", "logged-in"],
  ["/working_language", "logged-in", "have-language"],
  ["/home"],
  ["/bookmarks"],
  ["/chat/*", ...member],
  ["/threads", ...member],
  ["/projects", ...member],
  ["/projects/new", ...member],
  ["/projects/:id", ...member],
  ["/projects/:id/members", ...member],
  ["/projects/:id/edit", ...member],
  ["/teams/:teamId?", ...member],
  ["/codes/:slug?/:act?", ...member],
  ["/translations/:id?", ...member, "com-vi"],
  ["/files", ...member],
  ["/drive/:folderId?", ...member],
  ["/search", ...member],
  ["/notifications", ...member],
  ["/profile", ...member],
  ["/profile/:userId", ...member],
  // A new person may see it before choosing a role. The conversation behind it has more guards.
  ["/invite/:id", "auth"],
  // Pages that strangers may read too.
  ["/help/*", "auth"],
  // These pages do not require the choices: signing out and deleting the account must always work.
  ["/settings", "auth"],
  ["/admin/*", "auth", "admin"],
  // Addresses that only redirect.
  ["/*"],
];

const table = pageGuards.map(([path, ...guards]) => ({ path, guards }));

/** The guards of a page, matched like the router does. */
export function guardsOf(pathname: string): readonly Guard[] {
  const matches = matchRoutes(table, pathname);
  return matches?.at(-1)?.route.guards ?? [];
}
