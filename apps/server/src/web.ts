import { createRequire } from "node:module";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import type {} from "@fastify/swagger";
import type { Language } from "@kakehashi/contract/languages";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "./kit/errors.ts";
import { createKeyedTokenBuckets } from "./kit/http/allowance.ts";
import { maximumUrlLength } from "./kit/http/client-errors.ts";
import { networkOf } from "./kit/http/network.ts";
import { RedirectAnswer, sendRedirect } from "./kit/http/redirect.ts";
import { type ApiAnswerCache, createApiAnswerCache } from "./web/api-answer-cache.ts";
import { serveBuiltFiles } from "./web/built-files.ts";
import { findStartPageLanguageRedirect } from "./web/first-visit.ts";
import { createFormRateLimit, isFormUrl, readForm } from "./web/forms.ts";
import { createPageCache, type PageCache, pageKey } from "./web/page-cache.ts";
import { createRefusalPages } from "./web/refusals.ts";
import { createRenderContext, renderPageOf } from "./web/render-page.ts";
import { sendPage } from "./web/send-page.ts";
import { createStyleInliner } from "./web/style-inliner.ts";
import {
  createApiCaller,
  type RefusalStatus,
  type RenderContext,
  type RenderPage,
  readerLanguageOf,
  readerThemeOf,
} from "./web/visit.ts";
import { type PanelFiles, sendBotPage } from "./web/visit-page.ts";
import { isPlatformRedirect } from "./web/way-back.ts";

type WebMode = "production" | "development";

export interface WebOptions {
  mode: WebMode;
  /** The folder of the web app. Its built pages are in the subfolder `build/`. */
  webFolder: string;
  /** The URL of the site, without a trailing slash. */
  publicUrl: string;
  readVisitor: (cookieHeader: string | undefined) => Promise<RenderContext["visitor"]>;
  /**
   * Maximum pages that the server renders per second for one network. A network may request about three seconds' worth
   * of pages at once.
   */
  pagesPerSecond: number;
  /** Receives a function that clears the cached pages. Call that function when public content changes. */
  subscribeToSiteChanges?: (clearCaches: () => void) => void;
  /** Called for each public page that was sent to a visitor who is not signed in. */
  onPublicPageSent?: (request: FastifyRequest) => void;
}

/**
 * The exports of the built web app's server entry. The types are declared here, because TypeScript cannot see a build
 * that is loaded by its path.
 */
interface WebBuild {
  entry: {
    module: {
      createPages(build: WebBuild, mode: WebMode): RenderPage;
      languageAt(pathname: string, known: Language): Language;
    };
  };
}

type PageHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>;

interface PageHandlers {
  answerPage: PageHandler;
  /** The error for a client that sent too many requests. */
  answerTooManyRequests: PageHandler;
}

/** Serves the web app. A URL outside the API is either a file of the build or a page to render. */
export async function serveWeb(app: FastifyInstance, options: WebOptions): Promise<void> {
  await app.register(async (pages) => {
    // Pages accept submitted forms, so that they work without JavaScript. Request bodies of all other types are
    // refused.
    pages.removeAllContentTypeParsers();
    pages.addContentTypeParser("application/x-www-form-urlencoded", (_: FastifyRequest, payload: Readable) =>
      readForm(payload),
    );
    const cache = createPageCache();
    const answerCache = createApiAnswerCache();
    const formAllowance = createFormRateLimit();
    options.subscribeToSiteChanges?.(() => {
      answerCache.clear();
      cache.clear();
    });
    const { answerPage, answerTooManyRequests } =
      options.mode === "production"
        ? await serveBuiltWeb(pages, { ...options, answerCache }, cache)
        : await serveWebFromSource(pages, app, options);
    pages.route({
      method: ["GET", "HEAD"],
      url: "/w/:bot_id",
      schema: { hide: true },
      handler: async (request, reply) => {
        const language = readerLanguageOf(request);
        const visit = { language, call: createApiCaller(app, request, () => language) };
        const isSent = await sendBotPage(request, reply, visit, panelFiles[options.mode]);
        return isSent ? reply : answerPage(request, reply);
      },
    });
    pages.route({
      method: ["GET", "HEAD", "POST"],
      url: "/*",
      schema: { hide: true },
      // Limits the number of forms from this network. This check runs before the form is read.
      onRequest: async (request, reply) => {
        if (/^\/(?:api|metrics)(?:[/?]|$)/.test(request.url)) throw new AppError("ERR.NOT_FOUND");
        if (request.method !== "POST") return;
        if (!isFormUrl(request.url)) {
          reply.header("allow", "GET, HEAD");
          throw new AppError("ERR.METHOD");
        }
        if (!formAllowance.trySpend(networkOf(request.ip))) return answerTooManyRequests(request, reply);
      },
      handler: async (request, reply) => {
        if (isPlatformRedirect(request)) return sendRedirect(new RedirectAnswer(request.url, "page"), reply);
        const firstPage = findStartPageLanguageRedirect(request);
        if (firstPage === null) return answerPage(request, reply);
        return reply
          .headers({ "cache-control": "no-store", vary: "cookie, accept-language, sec-fetch-site" })
          .redirect(firstPage, 302);
      },
    });
  });
}

/**
 * Serves the chat panel, in which visitors write to a bot. In production `vite/panel.ts` has built it; in development
 * this is its source.
 */
const panelFiles: Readonly<Record<WebMode, PanelFiles>> = {
  production: { scriptUrl: "/panel.js", styleUrl: "/panel.css" },
  development: { scriptUrl: "/panel/panel.ts", styleUrl: null },
};

/** A network may request as many pages at once as its rate allows in this many seconds. */
const burstSeconds = 10 / 3;
/**
 * A refused network may request pages again after this many seconds. It may then request as many pages as its rate
 * allows per second.
 */
const retryAfterSeconds = 1;

async function serveBuiltWeb(
  app: FastifyInstance,
  options: WebOptions & { answerCache: ApiAnswerCache },
  cache: PageCache,
): Promise<PageHandlers> {
  const files = join(options.webFolder, "build", "client");
  await serveBuiltFiles(app, files);
  const path = join(options.webFolder, "build", "server", "index.js");
  const build: WebBuild = await import(pathToFileURL(path).href);
  const { createPages, languageAt } = build.entry.module;
  const renderPage = createPages(build, "production");
  const styleInliner = createStyleInliner(files);
  // Limits only rendering. Sending a cached page takes hardly any time, so it is never refused.
  const pagesPerSecond = options.pagesPerSecond;
  const renderAllowance = createKeyedTokenBuckets({
    burst: Math.ceil(burstSeconds * pagesPerSecond),
    perSecond: pagesPerSecond,
  });
  const errorPages = createRefusalPages({ render: renderPage, styleInliner, retryAfterSeconds });
  const renderRefusal = (status: RefusalStatus, request: FastifyRequest, renderContext: RenderContext) => {
    const language = languageAt(request.url.split("?")[0] ?? "/", renderContext.language);
    return errorPages.refusalPageFor(status, language, readerThemeOf(request), renderContext);
  };
  const answerTooManyRequests: PageHandler = async (request, reply) => {
    const renderContext = createRenderContext(app, request, options, null);
    return sendPage(request, reply, renderContext, await renderRefusal(429, request, renderContext));
  };
  const answerPage: PageHandler = async (request, reply) => {
    const visitor = await options.readVisitor(request.headers.cookie);
    const renderContext = createRenderContext(app, request, options, visitor);
    const theme = readerThemeOf(request);
    if (request.url.length > maximumUrlLength)
      return sendPage(request, reply, renderContext, await renderRefusal(414, request, renderContext));
    const renderRequestedPage = async () =>
      renderAllowance.trySpend(networkOf(request.ip))
        ? renderPageOf(request, renderContext, renderPage, styleInliner)
        : renderRefusal(429, request, renderContext);
    const isCacheable = request.method !== "POST" && renderContext.visitor === null;
    if (!isCacheable) return sendPage(request, reply, renderContext, await renderRequestedPage());
    const key = pageKey(request.url, theme ?? "system");
    const page = await cache.read(key, renderRequestedPage);
    if (page.publicCacheSeconds > 0) options.onPublicPageSent?.(request);
    return sendPage(request, reply, renderContext, page);
  };
  return { answerPage, answerTooManyRequests };
}

async function serveWebFromSource(
  app: FastifyInstance,
  root: FastifyInstance,
  options: WebOptions,
): Promise<PageHandlers> {
  const vitePath = createRequire(join(options.webFolder, "package.json")).resolve("vite");
  const { createServer, isRunnableDevEnvironment }: typeof import("vite") = await import(
    pathToFileURL(vitePath).href
  );
  const vite = await createServer({
    root: options.webFolder,
    appType: "custom",
    // Vite sends hot updates over WebSockets on this server's port. The upgrade listener in `app.ts` does not refuse
    // them.
    server: { middlewareMode: true, hmr: { server: root.server } },
  });
  app.addHook("onClose", () => vite.close());
  const ssrEnvironment = vite.environments.ssr;
  if (!ssrEnvironment || !isRunnableDevEnvironment(ssrEnvironment))
    throw new Error("Vite cannot render pages here.");

  const answerPage: PageHandler = async (request, reply) => {
    const isAnsweredByVite = await new Promise<boolean>((resolve, reject) => {
      reply.raw.once("close", () => resolve(true));
      vite.middlewares(request.raw, reply.raw, (error?: unknown) => (error ? reject(error) : resolve(false)));
    });
    if (isAnsweredByVite) {
      reply.hijack();
      return;
    }
    const build = await ssrEnvironment.runner.import<WebBuild>("virtual:react-router/server-build");
    const visitor = await options.readVisitor(request.headers.cookie);
    const renderContext = createRenderContext(app, request, options, visitor);
    const page = await renderPageOf(
      request,
      renderContext,
      build.entry.module.createPages(build, "development"),
    );
    return sendPage(request, reply, renderContext, page);
  };
  const answerTooManyRequests: PageHandler = async () => {
    throw new AppError("ERR.TOO_MANY", { retryAfter: retryAfterSeconds });
  };
  return { answerPage, answerTooManyRequests };
}
