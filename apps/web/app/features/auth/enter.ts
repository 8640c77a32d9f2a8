import { listClosedPages } from "@kakehashi/contract/pages";
import { type RouterContextProvider, redirect, redirectDocument } from "react-router";
import { call } from "../../kit/api.ts";
import { type Guard, redirection } from "../../kit/guard.ts";
import { visitContext } from "../../kit/visit.ts";
import { loadVisitor } from "./session.ts";

/** Returns the guards of the page at an address. */
type GuardsOf = (pathname: string) => readonly Guard[];

const asksForClosedPages = (names: readonly Guard[]) => names.includes("disable-routes");

/** Server middleware: checks a page's guards and redirects if one fails. */
export function guardOnServer(guardsOf: GuardsOf) {
  return async ({ request, context }: { request: Request; context: Readonly<RouterContextProvider> }) => {
    const place = new URL(request.url);
    const names = guardsOf(place.pathname);
    if (names.length === 0) return;
    const { visitor, call, language } = context.get(visitContext);
    const closed = asksForClosedPages(names) ? await call(listClosedPages, {}) : null;
    const to = redirection(names, visitor, place, new Set(closed?.ok ? closed.data : []));
    if (to) throw redirect(language === "vi" ? to.replace(/^\/(?=\?)/, "/vi") : to);
  };
}

/** The same for navigation in the browser. */
export function guardInBrowser(guardsOf: GuardsOf) {
  return async ({ request }: { request: Request }) => {
    const place = new URL(request.url);
    const names = guardsOf(place.pathname);
    if (names.length === 0) return;
    // If the list of closed pages fails to load, let the visitor in: the API refuses calls of closed pages anyway.
    const closed = asksForClosedPages(names) ? await call(listClosedPages).catch(() => null) : null;
    const to = redirection(names, await loadVisitor(), place, new Set(closed?.data));
    // Public pages are rendered by the server.
    if (to) throw to.startsWith("/?") ? redirectDocument(to) : redirect(to);
  };
}
