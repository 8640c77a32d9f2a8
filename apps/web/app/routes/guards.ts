import { matchRoutes } from "react-router";
import { type Guard, member } from "../kit/guard.ts";

const guest = ["guest"] as const;
const closable = ["disable-routes"] as const;

/**
 * Which guards stand before which page (docs/rules.md): asked by the server for every document, and by the browser for every
 * step from page to page. A page that is not here is open to everybody.
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
  ["/translations/:id?", ...member, "com-vi"],
  ["/files", ...member],
  ["/drive", ...member],
  ["/search", ...member],
  ["/notifications", ...member],
  ["/profile", ...member],
  ["/profile/:userId", ...member],
  // Whoever signs in first may look at it; the conversation behind it asks for the rest.
  ["/invite/:id", "auth"],
  // What strangers read, too.
  ["/help/*", "auth"],
  // Leaving, and being left in peace, need no choice.
  ["/settings", "auth"],
  ["/admin/*", "auth", "admin"],
  // What is at no address.
  ["/*"],
];

const table = pageGuards.map(([path, ...guards]) => ({ path, guards }));

/** The guards of the page at this address, matched as the router matches it. */
export function guardsOf(pathname: string): readonly Guard[] {
  const matches = matchRoutes(table, pathname);
  return matches?.at(-1)?.route.guards ?? [];
}
