import { createRequire } from "node:module";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import type {} from "@fastify/swagger";
import type { Language } from "@kakehashi/contract/languages";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "./kit/errors.ts";
import { createTokenBucket } from "./kit/http/allowance.ts";
import { maximumUrlLength } from "./kit/http/client-errors.ts";
import { networkOf } from "./kit/http/network.ts";
import { Redirect, sendRedirect } from "./kit/http/redirect.ts";
import { type AnswerCache, createAnswerCache } from "./web/answer-cache.ts";
import { serveBuiltFiles } from "./web/built-files.ts";
import { findStartPageRedirect } from "./web/first-visit.ts";
import { acceptsFormAt, createFormAllowance, readForm } from "./web/forms.ts";
import { createPageCache, type PageCache, pageKey } from "./web/page-cache.ts";
import { createErrorPages } from "./web/refusals.ts";
import { createRenderContext, renderPageOf } from "./web/render-page.ts";
import { sendPage } from "./web/send-page.ts";
import { createStyleInliner } from "./web/styles.ts";
import {
  createApiCaller,
  type RefusalStatus,
  type RenderContext,
  type RenderPage,
  readerLanguageOf,
  readerThemeOf,
} from "./web/visit.ts";
import { type PanelFiles, sendVisitPage } from "./web/visit-page.ts";
import { isPlatformRedirect } from "./web/way-back.ts";

type Mode = "production" | "development";

export interface WebOptions {
  mode: Mode;
  /** The web app's folder; its built pages are in `build/` below it. */
  webFolder: string;
  /** The URL of the site, without a trailing slash. */
  publicUrl: string;
  readVisitor: (cookieHeader: string | undefined) => Promise<RenderContext["visitor"]>;
  /**
   * Maximum pages rendered per second for one network. A network may request about three seconds' worth of pages at
   * once.
   */
  pagesPerSecond: number;
  /** Receives a function that clears the cached pages. The caller calls this function when public content changes. */
  onPublish?: (forget: () => void) => void;
  /** Called for each public page that the server has sent to a visitor without an account. */
  onRead?: (request: FastifyRequest) => void;
}

/**
 * The exports of the server entry in the web app's build. The types are declared in this file, because TypeScript does
 * not see a build that is loaded by its path.
 */
interface WebBuild {
  entry: {
    module: {
      createPages(build: WebBuild, mode: Mode): RenderPage;
      languageAt(pathname: string, known: Language): Language;
    };
  };
}

type PageHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>;

interface PageHandlers {
  answerPage: PageHandler;
  /** The error for a caller who made too many requests. */
  answerTooManyRequests: PageHandler;
}

/** Serves the web app: the files of its build, and a rendered page for every other URL outside the API. */
export async function serveWeb(app: FastifyInstance, options: WebOptions): Promise<void> {
  await app.register(async (pages) => {
    // The pages accept only forms, for pages that work without JavaScript. Bodies of all other types are refused.
    pages.removeAllContentTypeParsers();
    pages.addContentTypeParser("application/x-www-form-urlencoded", (_: FastifyRequest, payload: Readable) =>
      readForm(payload),
    );
    const cache = createPageCache();
    const answerCache = createAnswerCache();
    const formAllowance = createFormAllowance();
    options.onPublish?.(() => {
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
        const isSent = await sendVisitPage(request, reply, visit, panelFiles[options.mode]);
        return isSent ? reply : answerPage(request, reply);
      },
    });
    pages.route({
      method: ["GET", "HEAD", "POST"],
      url: "/*",
      schema: { hide: true },
      // Checks how many forms this network has sent. This check runs before the form is read.
      onRequest: async (request, reply) => {
        if (/^\/(?:api|metrics)(?:[/?]|$)/.test(request.url)) throw new AppError("ERR.NOT_FOUND");
        if (request.method !== "POST") return;
        if (!acceptsFormAt(request.url)) {
          reply.header("allow", "GET, HEAD");
          throw new AppError("ERR.METHOD");
        }
        if (!formAllowance.trySpend(networkOf(request.ip))) return answerTooManyRequests(request, reply);
      },
      handler: async (request, reply) => {
        if (isPlatformRedirect(request)) return sendRedirect(new Redirect(request.url, "page"), reply);
        const firstPage = findStartPageRedirect(request);
        if (firstPage === null) return answerPage(request, reply);
        return reply
          .headers({ "cache-control": "no-store", vary: "cookie, accept-language, sec-fetch-site" })
          .redirect(firstPage, 302);
      },
    });
  });
}

/**
 * Serves the panel on the page where visitors talk to a bot: built by `vite/panel.ts`, or in development its
 * source.
 */
const panelFiles: Readonly<Record<Mode, PanelFiles>> = {
  production: { script: "/panel.js", style: "/panel.css" },
  development: { script: "/panel/panel.ts", style: null },
};

/** How many seconds' worth of pages a network may request at once. */
const burstSeconds = 10 / 3;
/**
 * Seconds until a refused network may request pages again. After this second it may request as many pages as its rate
 * allows per second.
 */
const retryAfterSeconds = 1;

async function serveBuiltWeb(
  app: FastifyInstance,
  options: WebOptions & { answerCache: AnswerCache },
  cache: PageCache,
): Promise<PageHandlers> {
  const files = join(options.webFolder, "build", "client");
  await serveBuiltFiles(app, files);
  const path = join(options.webFolder, "build", "server", "index.js");
  const build: WebBuild = await import(pathToFileURL(path).href);
  const { createPages, languageAt } = build.entry.module;
  const renderPage = createPages(build, "production");
  const styleInliner = createStyleInliner(files);
  // Limits only rendering, because only rendering takes time. A cached page takes hardly any time and is never refused.
  const pagesPerSecond = options.pagesPerSecond;
  const renderAllowance = createTokenBucket({
    burst: Math.ceil(burstSeconds * pagesPerSecond),
    perSecond: pagesPerSecond,
  });
  const refusals = createErrorPages({ render: renderPage, styles: styleInliner, retryAfterSeconds });
  const renderRefusal = (status: RefusalStatus, request: FastifyRequest, renderContext: RenderContext) => {
    const language = languageAt(request.url.split("?")[0] ?? "/", renderContext.language);
    return refusals.errorPageFor(status, language, readerThemeOf(request), renderContext);
  };
  const answerTooManyRequests: PageHandler = async (request, reply) => {
    const renderContext = createRenderContext(app, request, options, null);
    return sendPage(request, reply, renderContext, await renderRefusal(429, request, renderContext));
  };
  const answer: PageHandler = async (request, reply) => {
    const visitor = await options.readVisitor(request.headers.cookie);
    const renderContext = createRenderContext(app, request, options, visitor);
    const theme = readerThemeOf(request);
    if (request.url.length > maximumUrlLength)
      return sendPage(request, reply, renderContext, await renderRefusal(414, request, renderContext));
    const render = async () =>
      renderAllowance.trySpend(networkOf(request.ip))
        ? renderPageOf(request, renderContext, renderPage, styleInliner)
        : renderRefusal(429, request, renderContext);
    const isCacheable = request.method !== "POST" && renderContext.visitor === null;
    if (!isCacheable) return sendPage(request, reply, renderContext, await render());
    const key = pageKey(request.url, theme ?? "system");
    const page = await cache.read(key, render);
    if (page.publicCacheSeconds > 0) options.onRead?.(request);
    return sendPage(request, reply, renderContext, page);
  };
  return { answerPage: answer, answerTooManyRequests };
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
    // Vite sends hot updates over WebSockets of this server's port. The upgrade listener in `app.ts` leaves them to
    // Vite.
    server: { middlewareMode: true, hmr: { server: root.server } },
  });
  app.addHook("onClose", () => vite.close());
  const ssrEnvironment = vite.environments.ssr;
  if (!ssrEnvironment || !isRunnableDevEnvironment(ssrEnvironment))
    throw new Error("Vite cannot render pages here.");

  const answer: PageHandler = async (request, reply) => {
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
  return { answerPage: answer, answerTooManyRequests };
}
