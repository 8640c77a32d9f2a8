import { listClosedPages } from "@kakehashi/contract/pages";
import { type RouterContextProvider, redirect, redirectDocument } from "react-router";
import { call } from "../../kit/api.ts";
import { type Guard, redirection } from "../../kit/guard.ts";
import { visitContext } from "../../kit/visit.ts";
import { loadVisitor } from "./session.ts";

/** The guards of the page at an address. */
type GuardsOf = (pathname: string) => readonly Guard[];

const asksForClosedPages = (names: readonly Guard[]) => names.includes("disable-routes");

/** Root middleware: lets whoever asks the server for a page through its guards, or sends them elsewhere. */
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

/** The same for who goes from page to page in the browser. */
export function guardInBrowser(guardsOf: GuardsOf) {
  return async ({ request }: { request: Request }) => {
    const place = new URL(request.url);
    const names = guardsOf(place.pathname);
    if (names.length === 0) return;
    // What is called by a page that was closed meanwhile is refused, too: not knowing is no reason to keep it shut.
    const closed = asksForClosedPages(names) ? await call(listClosedPages).catch(() => null) : null;
    const to = redirection(names, await loadVisitor(), place, new Set(closed?.data));
    // The public pages are the server's to render.
    if (to) throw to.startsWith("/?") ? redirectDocument(to) : redirect(to);
  };
}
