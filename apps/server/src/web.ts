import { randomBytes } from "node:crypto";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import type {} from "@fastify/swagger";
import type { Language } from "@kakehashi/contract/languages";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "./kit/errors.ts";
import { createAllowance } from "./kit/http/allowance.ts";
import { maximumAddressLength } from "./kit/http/client-errors.ts";
import { networkOf } from "./kit/http/network.ts";
import { serveBuiltFiles } from "./web/built-files.ts";
import { encode, encodingFor } from "./web/compression.ts";
import { firstPageFor } from "./web/first-visit.ts";
import { readForm, tooLarge } from "./web/forms.ts";
import { pageHeaders } from "./web/headers.ts";
import {
  type CachedPage,
  createPageCache,
  type EncodedPage,
  type PageCache,
  pageKey,
  type RenderedPage,
} from "./web/page-cache.ts";
import { createRefusals } from "./web/refusals.ts";
import { createStyles, type Styles } from "./web/styles.ts";
import {
  callApi,
  pageRequest,
  type RefusalStatus,
  type RenderPage,
  type Visit,
  visitLanguage,
  visitTheme,
} from "./web/visit.ts";

type Mode = "production" | "development";

export interface WebOptions {
  mode: Mode;
  /** The web app's folder; its built pages are in `build/` below it. */
  webFolder: string;
  /** Without a trailing slash. */
  publicUrl: string;
  readVisitor: (cookieHeader: string | undefined) => Promise<Visit["visitor"]>;
  /** How many pages a second are rendered for one network. About three seconds' worth may come at once. */
  pagesPerSecond: number;
  /** Passes a function that clears the cached pages, to call when public content changes. */
  onPublish?: (forget: () => void) => void;
  /** Called for each public page that was sent to a stranger. */
  onRead?: (request: FastifyRequest) => void;
}

/** What the web build's server entry exports; the build is known by its path alone. */
interface Build {
  entry: {
    module: {
      createPages(build: Build, mode: Mode): RenderPage;
      languageAt(pathname: string, known: Language): Language;
    };
  };
}

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>;

/** Serves the web app: built files, and a rendered page for every other address outside the API. */
export async function serveWeb(app: FastifyInstance, options: WebOptions): Promise<void> {
  await app.register(async (pages) => {
    // A form of a page that works without scripts. No other body is read here.
    pages.removeAllContentTypeParsers();
    pages.addContentTypeParser("application/x-www-form-urlencoded", (_: FastifyRequest, payload: Readable) =>
      readForm(payload),
    );
    const cache = createPageCache();
    options.onPublish?.(cache.clear);
    const answer =
      options.mode === "production"
        ? await serveBuilt(pages, options, cache)
        : await serveSource(pages, app, options);
    pages.route({
      method: ["GET", "HEAD", "POST"],
      url: "/*",
      schema: { hide: true },
      onRequest: async (request) => {
        if (/^\/(?:api|metrics)(?:[/?]|$)/.test(request.url)) throw new AppError("ERR.NOT_FOUND");
      },
      handler: async (request, reply) => {
        const firstPage = firstPageFor(request);
        if (firstPage === null) return answer(request, reply);
        return reply
          .headers({ "cache-control": "no-store", vary: "cookie, accept-language, sec-fetch-site" })
          .redirect(firstPage, 302);
      },
    });
  });
}

/** How many seconds' worth of pages a network may ask for at once. */
const burst = 10 / 3;
/** Seconds after which a network may ask for another second's worth of pages. */
const retryAfterSeconds = 1;

async function serveBuilt(app: FastifyInstance, options: WebOptions, cache: PageCache): Promise<Answer> {
  const files = join(options.webFolder, "build", "client");
  await serveBuiltFiles(app, files);
  const path = join(options.webFolder, "build", "server", "index.js");
  const build: Build = await import(pathToFileURL(path).href);
  const { createPages, languageAt } = build.entry.module;
  const renderPage = createPages(build, "production");
  const styles = createStyles(files);
  // Only rendering costs time. A cached page is nearly free and never refused.
  const perSecond = options.pagesPerSecond;
  const renders = createAllowance({ burst: Math.ceil(burst * perSecond), perSecond });
  const refusals = createRefusals({ render: renderPage, styles, retryAfterSeconds });
  return async (request, reply) => {
    const pageVisit = await createVisit(app, request, options);
    const theme = visitTheme(request);
    const refuse = (status: RefusalStatus) =>
      refusals.page(
        status,
        languageAt(request.url.split("?")[0] ?? "/", pageVisit.language),
        theme,
        pageVisit,
      );
    if (request.url.length > maximumAddressLength)
      return sendPage(request, reply, pageVisit, await refuse(414));
    const render = async () =>
      renders.spend(networkOf(request.ip)) ? renderFor(request, pageVisit, renderPage, styles) : refuse(429);
    const reads = request.method !== "POST" && pageVisit.visitor === null;
    if (!reads) return sendPage(request, reply, pageVisit, await render());
    const key = pageKey(request.url, theme ?? "system");
    const page = await cache.read(key, render);
    if (page.sharedSeconds > 0) options.onRead?.(request);
    return sendPage(request, reply, pageVisit, page);
  };
}

async function serveSource(
  app: FastifyInstance,
  root: FastifyInstance,
  options: WebOptions,
): Promise<Answer> {
  const vitePath = createRequire(join(options.webFolder, "package.json")).resolve("vite");
  const { createServer, isRunnableDevEnvironment }: typeof import("vite") = await import(
    pathToFileURL(vitePath).href
  );
  const vite = await createServer({
    root: options.webFolder,
    appType: "custom",
    // Hot updates travel over this server's own port; the upgrade listener leaves every other path alone.
    server: { middlewareMode: true, hmr: { server: root.server } },
  });
  app.addHook("onClose", () => vite.close());
  const environment = vite.environments.ssr;
  if (!environment || !isRunnableDevEnvironment(environment))
    throw new Error("Vite cannot render pages here.");

  return async (request, reply) => {
    const answered = await new Promise<boolean>((resolve, reject) => {
      reply.raw.once("close", () => resolve(true));
      vite.middlewares(request.raw, reply.raw, (error?: unknown) => (error ? reject(error) : resolve(false)));
    });
    if (answered) {
      reply.hijack();
      return;
    }
    const build = await environment.runner.import<Build>("virtual:react-router/server-build");
    const pageVisit = await createVisit(app, request, options);
    const page = await renderFor(request, pageVisit, build.entry.module.createPages(build, "development"));
    return sendPage(request, reply, pageVisit, page);
  };
}

async function createVisit(
  app: FastifyInstance,
  request: FastifyRequest,
  { publicUrl, readVisitor }: WebOptions,
): Promise<Visit> {
  const language: Language = visitLanguage(request);
  return {
    nonce: randomBytes(16).toString("base64"),
    visitor: await readVisitor(request.headers.cookie),
    language,
    publicUrl,
    isFormTooLarge: request.body === tooLarge,
    refusalStatus: null,
    reportError: (error) => request.log.error({ err: error }, "A page failed to render."),
    call: callApi(app, request, (pathname) => (/^\/vi(?:\/|$)/.test(pathname) ? "vi" : language)),
  };
}

async function renderFor(
  request: FastifyRequest,
  visit: Visit,
  render: RenderPage,
  styles?: Styles,
): Promise<RenderedPage> {
  const response = await render(pageRequest(request), visit);
  const maximumAge = /^public, max-age=(\d+)/.exec(response.headers.get("cache-control") ?? "")?.[1];
  const sharedSeconds = response.status === 200 ? Number(maximumAge ?? 0) : 0;
  const body = Buffer.from(await response.arrayBuffer());
  // A visitor from another site who reads one page gets it a round trip earlier with inline styles. The
  // workspace caches its style files.
  const whole = response.headers.get("x-styles") === "inline";
  response.headers.delete("x-styles");
  return {
    status: response.status,
    headers: [...response.headers],
    body: whole && styles ? Buffer.from(styles.inline(body.toString())) : body,
    sharedSeconds,
  };
}

/** Brotli's quality for a page that is sent once. */
const passingQuality = 4;

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: Visit,
  page: RenderedPage | EncodedPage | CachedPage,
): Promise<FastifyReply> {
  const headerOf = (headerName: string) => page.headers.find(([name]) => name === headerName)?.[1] ?? "";
  const type = headerOf("content-type");
  reply.code(page.status);
  for (const [name, value] of page.headers) reply.header(name, value);
  const isShared = page.sharedSeconds > 0 || "encoded" in page;
  const nonce = isShared || !type.startsWith("text/html") ? null : visit.nonce;
  const headers = pageHeaders(request, nonce);
  // Pictures and feeds set their own cache time.
  const lasts = !type.startsWith("text/html") && page.sharedSeconds > 0;
  if (lasts || headerOf("cache-control") === "no-store") delete headers["cache-control"];
  reply.headers(headers);
  // Other sites show the social cards of the public pages.
  if (type.startsWith("image/")) reply.header("cross-origin-resource-policy", "cross-origin");
  if ("etag" in page) {
    reply.header("etag", page.etag);
    if (request.headers["if-none-match"]?.includes(page.etag)) return reply.code(304).send(null);
  }
  if (page.body.length === 0) return reply.send("");
  const encoding = encodingFor(request.headers["accept-encoding"], type, page.body.length);
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  const body =
    "encoded" in page ? await page.encoded(encoding) : await encode(page.body, encoding, passingQuality);
  return reply.send(body);
}
