import { listSwitchedOffPages } from "@kakehashi/contract/pages";
import { type RouterContextProvider, redirect, redirectDocument } from "react-router";
import { call } from "../../kit/api.ts";
import { findRedirectPath, type GuardName } from "../../kit/guard.ts";
import { pageVisitRouterContext } from "../../kit/visit.ts";
import { loadGuardVisitor } from "./session.ts";

/** Returns the guards of the page at an address. A guard is a check of the visitor, such as "is signed in". */
type FindGuards = (pathname: string) => readonly GuardName[];

const needsClosedPages = (guardNames: readonly GuardName[]) => guardNames.includes("disable-routes");

/** Server middleware: checks a page's guards and redirects if one fails. */
export function createServerGuard(findGuards: FindGuards) {
  return async ({ request, context }: { request: Request; context: Readonly<RouterContextProvider> }) => {
    const url = new URL(request.url);
    const guardNames = findGuards(url.pathname);
    if (guardNames.length === 0) return;
    const { visitor, call, language } = context.get(pageVisitRouterContext);
    const closedPages = needsClosedPages(guardNames) ? await call(listSwitchedOffPages, {}) : null;
    const redirectTarget = findRedirectPath(
      guardNames,
      visitor,
      url,
      new Set(closedPages?.ok ? closedPages.data : []),
    );
    if (redirectTarget)
      throw redirect(language === "vi" ? redirectTarget.replace(/^\/(?=\?)/, "/vi") : redirectTarget);
  };
}

/** Checks a page's guards when the reader navigates in the browser. */
export function createBrowserGuard(findGuards: FindGuards) {
  return async ({ request }: { request: Request }) => {
    const url = new URL(request.url);
    const guardNames = findGuards(url.pathname);
    if (guardNames.length === 0) return;
    // If the list of closed pages cannot be loaded, let the visitor in. The API refuses the calls of a closed page
    // anyway.
    const closedPages = needsClosedPages(guardNames)
      ? await call(listSwitchedOffPages).catch(() => null)
      : null;
    const target = findRedirectPath(guardNames, await loadGuardVisitor(), url, new Set(closedPages?.data));
    // The public start page, to which this redirect leads, runs no React. So the browser must load it as a new
    // document.
    if (target) throw target.startsWith("/?") ? redirectDocument(target) : redirect(target);
  };
}
