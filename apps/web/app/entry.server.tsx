import type { Language } from "@kakehashi/contract/languages";
import { renderToReadableStream, renderToString } from "react-dom/server";
import {
  createRequestHandler,
  type EntryContext,
  isRouteErrorResponse,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from "react-router";
import { buildSitePath, siteLanguageOfPath } from "./features/site/addresses.ts";
import { getServerI18n } from "./i18n/server.ts";
import { TranslationProvider } from "./i18n/use-translation.tsx";
import { isPageSameForSignedOut, runsReact } from "./kit/page.ts";
import { readThemeFromCookies } from "./kit/theme.ts";
import { ErrorPage } from "./kit/ui/error-page.tsx";
import { type PageVisit, PageVisitReactContext, pageVisitRouterContext } from "./kit/visit.ts";

/**
 * Public pages stay in the server's cache for this many seconds. They must expire, because nothing tells the server
 * that view counts have changed or that a scheduled post has been published.
 */
const pageCacheSeconds = 60;

/**
 * The type of a function that renders a page. `visit` contains facts about the request, such as the language and the
 * signed-in person.
 */
export type RenderPage = (request: Request, visit: Omit<PageVisit, "theme">) => Promise<Response>;

/**
 * Returns the language of a page. The address of a public page says its language. All other pages have the reader's
 * language.
 */
export const languageAt = (pathname: string, readerLanguage: Language): Language =>
  siteLanguageOfPath(pathname) ?? readerLanguage;

/** Creates the function that renders pages. The server calls `build.entry.module.createPages(build, mode)`. */
export function createPages(build: ServerBuild, mode: "production" | "development"): RenderPage {
  const handleRequest = createRequestHandler(build, mode);
  return async (request, partialVisit) => {
    const language = languageAt(new URL(request.url).pathname, partialVisit.language);
    const visit = { ...partialVisit, language, theme: readThemeFromCookies(request.headers.get("cookie")) };
    const context = new RouterContextProvider();
    context.set(pageVisitRouterContext, visit);
    const pageResponse = await handleRequest(request, context);
    const response =
      isMissingPage(request, pageResponse) && !visit.visitor ? await renderNotFound() : pageResponse;
    /**
     * Renders the site's "not found" page for a signed-out visitor at an unknown address. The page is rendered as
     * `/not-found`, although the browser's address is another one. This causes no hydration error, because the page
     * runs no scripts.
     */
    async function renderNotFound(): Promise<Response> {
      const { pathname } = new URL(request.url);
      const notFoundUrl = new URL(buildSitePath("/not-found", language === "vi" ? "vi" : "en"), request.url);
      notFoundUrl.searchParams.set("path", pathname);
      const notFoundResponse = await handleRequest(
        new Request(notFoundUrl, { headers: request.headers }),
        context,
      );
      return notFoundResponse.status === 404 ? notFoundResponse : pageResponse;
    }
    // Whether the response is plain text instead of a page. This happens when even the error page could not be
    // rendered.
    const isPlainErrorText =
      response.status === 500 && response.headers.get("content-type")?.startsWith("text/plain");
    return isPlainErrorText ? renderFailure(request, visit) : response;
  };
}

function isMissingPage({ method }: Request, { status, headers }: Response): boolean {
  return method === "GET" && status === 404 && (headers.get("content-type") ?? "").startsWith("text/html");
}

export function handleError(error: unknown, { context }: { context: Readonly<RouterContextProvider> }): void {
  if (isRouteErrorResponse(error) && error.status < 500) return;
  context.get(pageVisitRouterContext).reportError(error);
}

async function renderFailure(request: Request, visit: PageVisit): Promise<Response> {
  const stream = await renderToReadableStream(
    <html lang={visit.language}>
      <body>
        <TranslationProvider i18n={getServerI18n(visit.language)}>
          <ErrorPage status={500} path={new URL(request.url).pathname} />
        </TranslationProvider>
      </body>
    </html>,
  );
  return new Response(stream, { status: 500, headers: { "content-type": "text/html; charset=utf-8" } });
}

export default async function renderDocument(
  request: Request,
  statusCode: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const visit = context.get(pageVisitRouterContext);
  const status = visit.refusalStatus ?? statusCode;
  headers.set("content-type", "text/html; charset=utf-8");
  const pages = entry.staticHandlerContext.matches.map(({ route }) => route);
  // Let the server cache a public page for `pageCacheSeconds`, while browsers must ask the server each time. Do not
  // cache an unusual spelling of an address, such as `/%73ervice`, because that page has the reader's language.
  const hasFixedLanguage = siteLanguageOfPath(new URL(request.url).pathname) !== undefined;
  if (status === 200 && request.method === "GET" && hasFixedLanguage && isPageSameForSignedOut(pages))
    headers.set("cache-control", `public, max-age=${pageCacheSeconds}`);
  const page = (
    <PageVisitReactContext value={visit}>
      <TranslationProvider i18n={getServerI18n(visit.language)}>
        <ServerRouter context={entry} url={request.url} nonce={visit.nonce} />
      </TranslationProvider>
    </PageVisitReactContext>
  );
  // A page without scripts need not be streamed. Rendering it to a string takes a third less time.
  if (!runsReact(pages) || visit.refusalStatus !== null) {
    headers.set("x-styles", "inline");
    return new Response(`<!DOCTYPE html>${renderToString(page)}`, { status, headers });
  }
  let failure: unknown;
  const stream = await renderToReadableStream(page, {
    nonce: visit.nonce,
    signal: request.signal,
    onError(error) {
      failure ??= error;
    },
  });
  // Render the whole page before sending it. A page is only a few kilobytes. If rendering fails, the server can still
  // send an error page.
  await stream.allReady;
  if (failure !== undefined && !request.signal.aborted) throw failure;
  return new Response(stream, { status, headers });
}
