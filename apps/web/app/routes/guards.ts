import { matchRoutes } from "react-router";
import { type Guard, memberGuards } from "../kit/guard.ts";

const guestGuards = ["guest"] as const;
const closableGuards = ["disable-routes"] as const;

/**
 * The guards of each page (docs/rules.md). The server checks them for every document, the browser for every navigation.
 * A page that is not listed is open to everybody.
 */
export const pageGuards: readonly (readonly [path: string, ...guards: Guard[]])[] = [
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
  ["/chat/*", ...memberGuards],
  ["/threads", ...memberGuards],
  ["/projects", ...memberGuards],
  ["/projects/new", ...memberGuards],
  ["/projects/:id", ...memberGuards],
  ["/projects/:id/members", ...memberGuards],
  ["/projects/:id/edit", ...memberGuards],
  ["/teams/:teamId?", ...memberGuards],
  ["/codes/:slug?/:act?", ...memberGuards],
  ["/bots/:botId?/:part?/:itemId?", ...memberGuards],
  ["/schat/:talkId?", ...memberGuards],
  ["/translations/:id?", ...memberGuards, "com-vi"],
  ["/files", ...memberGuards],
  ["/drive/:folderId?", ...memberGuards],
  ["/search", ...memberGuards],
  ["/notifications", ...memberGuards],
  ["/profile", ...memberGuards],
  ["/profile/:userId", ...memberGuards],
  // New people may see an invitation before they choose a role. The pages that they open from it have more guards.
  ["/invite/:id", "auth"],
  // The help inside the workspace shows public pages, so everybody who is signed in may open it.
  ["/help/*", "auth"],
  // The settings do not require a chosen role: a person must always be able to sign out and to delete the account.
  ["/settings", "auth"],
  ["/admin/*", "auth", "admin"],
  // The guards of all addresses that are not listed. These addresses only redirect to other pages.
  ["/*"],
];

const guardTable = pageGuards.map(([path, ...guards]) => ({ path, guards }));

let lastMatchedGuards: { pathname: string; guards: readonly Guard[] } | undefined;

/**
 * Returns the guards of a page. Matches the address as the router does. Matching compiles every path of the table, so
 * the last result is kept: typing in a filter changes the address but not its path.
 */
export function findGuards(pathname: string): readonly Guard[] {
  if (lastMatchedGuards?.pathname !== pathname) {
    const matches = matchRoutes(guardTable, pathname);
    lastMatchedGuards = { pathname, guards: matches?.at(-1)?.route.guards ?? [] };
  }
  return lastMatchedGuards.guards;
}
