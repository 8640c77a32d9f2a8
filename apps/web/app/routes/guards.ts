import { matchRoutes } from "react-router";
import { type GuardName, workspaceGuards } from "../kit/guard.ts";

const guestGuards = ["guest"] as const;
const closableGuards = ["disable-routes"] as const;

/**
 * The guards of each page (docs/rules.md). The server checks them for each document request, and the browser for each
 * navigation. Pages that are not listed are open to everybody.
 */
export const pageGuards: readonly (readonly [path: string, ...guards: GuardName[]])[] = [
  ["/vi?", ...guestGuards],
  ["/vi?/service", ...guestGuards],
  ["/vi?/price", ...guestGuards],
  ["/vi?/contact", ...guestGuards],
  ["/vi?/blog", ...guestGuards],
  ["/vi?/blog/:slug", ...guestGuards],
  ["/vi?/blog/rss.xml"],
  ["/vi?/blog/atom.xml"],
  ["/blog/select"],
  ["/blog/_id"],
  ["/vi?/policy"],
  ["/vi?/privacy"],
  ["/ja/privacy"],
  ["/vi?/not-found"],
  ["/vi?/cookies"],
  ["/test", ...guestGuards],
  ["/login", ...guestGuards],
  ["/login/two-step", ...guestGuards],
  ["/login/done"],
  ["/register", ...closableGuards],
  ["/register/confirm", ...closableGuards],
  ["/password/forgot", ...closableGuards],
  ["/password/reset"],
  ["/email/change"],
  ["/role"],
  ["/type_account", "logged-in"],
  ["/working_language", "logged-in", "have-language"],
  ["/home"],
  ["/bookmarks"],
  ["/chat/*", ...workspaceGuards],
  ["/threads", ...workspaceGuards],
  ["/projects", ...workspaceGuards],
  ["/projects/new", ...workspaceGuards],
  ["/projects/:id", ...workspaceGuards],
  ["/projects/:id/members", ...workspaceGuards],
  ["/projects/:id/edit", ...workspaceGuards],
  ["/teams/:teamId?", ...workspaceGuards],
  ["/codes/:slug?/:act?", ...workspaceGuards],
  ["/bots/:botId?/:part?/:itemId?", ...workspaceGuards],
  ["/schat/:talkId?", ...workspaceGuards],
  ["/translations/:id?", ...workspaceGuards, "com-vi"],
  ["/files", ...workspaceGuards],
  ["/drive/:folderId?", ...workspaceGuards],
  ["/search", ...workspaceGuards],
  ["/notifications", ...workspaceGuards],
  ["/profile", ...workspaceGuards],
  ["/profile/:userId", ...workspaceGuards],
  // New people may open an invitation before they choose a role. The pages to which the invitation leads have more
  // guards.
  ["/invite/:id", "auth"],
  // The help inside the workspace shows public pages, so every signed-in person may open it.
  ["/help/*", "auth"],
  // The settings need no chosen role, because everybody must be able to sign out and to delete their account.
  ["/settings", "auth"],
  ["/admin/*", "auth", "admin"],
  // All other addresses need no guards: they redirect, or they show the "not found" page.
  ["/*"],
];

const guardTable = pageGuards.map(([path, ...guards]) => ({ path, guards }));

let lastMatchedGuards: { pathname: string; guards: readonly GuardName[] } | undefined;

/**
 * Returns the guards of a page. Matches the address like the router. Matching compiles all paths of the table, so the
 * last result is cached: typing in a filter changes only the address's query.
 */
export function findGuards(pathname: string): readonly GuardName[] {
  if (lastMatchedGuards?.pathname !== pathname) {
    const matches = matchRoutes(guardTable, pathname);
    lastMatchedGuards = { pathname, guards: matches?.at(-1)?.route.guards ?? [] };
  }
  return lastMatchedGuards.guards;
}
