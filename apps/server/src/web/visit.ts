import { type Endpoint, fillPath } from "@kakehashi/contract/kit/endpoint";
import type { ApiCallOutcome, EndpointCaller } from "@kakehashi/contract/kit/outcome";
import { chooseLanguage, type Language, languageCookieName } from "@kakehashi/contract/languages";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ApiAnswerCache } from "./api-answer-cache.ts";
import { wellFormedHostOf } from "./headers.ts";

/** The HTTP status of a refused page: 414 if its URL is too long, 429 if too many pages were requested. */
export type RefusalStatus = 414 | 429;
export type Theme = "light" | "dark";

/** The data of a request from which a page is rendered. */
export interface RenderContext {
  nonce: string;
  /** The signed-in person who opens the page. The page's guards check this person. Null: nobody is signed in. */
  visitor: { role: string; accountType: string | null; workingLanguage: string | null } | null;
  language: Language;
  publicUrl: string;
  /** Whether the submitted form was too large to be read. The page then shows an error. */
  isFormTooLarge: boolean;
  /** The HTTP status of the error page to render. Null: the requested page is rendered. */
  refusalStatus: RefusalStatus | null;
  reportError: (error: unknown) => void;
  call: EndpointCaller;
}
export type RenderPage = (request: Request, visit: RenderContext) => Promise<Response>;

export function cookieValue(header: string | undefined, name: string): string | undefined {
  return header
    ?.split(";")
    .map((cookiePart) => cookiePart.trim())
    .find((cookiePart) => cookiePart.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}

/** The colour theme that the reader has chosen. Null: the page follows the theme of the device. */
export function readerThemeOf(request: FastifyRequest): Theme | null {
  const theme = cookieValue(request.headers.cookie, "theme");
  return theme === "light" || theme === "dark" ? theme : null;
}

/**
 * Chooses the language of a page: the one in the link (`?lang=vi`), else the one in the cookie, else the browser's
 * language.
 */
export function readerLanguageOf(request: FastifyRequest): Language {
  const requestedLanguage = /[?&]lang=(\w+)/.exec(request.url)?.[1];
  const { cookie, "accept-language": accepted } = request.headers;
  return chooseLanguage(requestedLanguage, undefined) === requestedLanguage
    ? requestedLanguage
    : chooseLanguage(cookieValue(cookie, languageCookieName), accepted);
}

/**
 * Creates the request that a page is rendered for. Joins the site's origin and the path as text. So a path such as
 * `//elsewhere` stays a path and cannot become a host.
 */
export function createPageRequest(request: FastifyRequest): Request {
  const origin = `${request.protocol}://${wellFormedHostOf(request)}`;
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !name.startsWith(":")) headers.set(name, String(value));
  }
  const body = request.method === "POST" && typeof request.body === "string" ? { body: request.body } : {};
  // A HEAD request is rendered like a GET request, but the response body is not sent.
  const method = request.method === "HEAD" ? "GET" : request.method;
  return new Request(`${origin}${request.url}`, { method, headers, ...body });
}

/**
 * The API client for a page's loaders and actions. It runs API calls inside this process, in the page's language and
 * without the visitor's session.
 */
export function createApiCaller(
  app: FastifyInstance,
  request: FastifyRequest,
  languageAt: (pathname: string) => Language,
  answerCache?: ApiAnswerCache,
): EndpointCaller {
  const language = languageAt(request.url.split("?")[0] ?? "/");
  return async <E extends Endpoint>(
    endpoint: E,
    requestParts: { params?: unknown; query?: unknown; body?: unknown },
  ): Promise<ApiCallOutcome<E>> => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(requestParts.query ?? {})) {
      if (value !== undefined) query.set(name, String(value));
    }
    const params = (requestParts.params ?? {}) as Record<string, unknown>;
    const url = `/api${fillPath(endpoint.path, params)}${query.size > 0 ? `?${query}` : ""}`;
    const callApp = async (): Promise<ApiCallOutcome<E>> => {
      const response = await app.inject({
        method: endpoint.method,
        url,
        remoteAddress: request.ip,
        headers: {
          cookie: `${languageCookieName}=${language}`,
          "user-agent": request.headers["user-agent"] ?? "",
        },
        ...(requestParts.body === undefined ? {} : { payload: requestParts.body as object }),
      });
      const responseBody = response.json();
      return response.statusCode < 300
        ? { ok: true, data: responseBody.data, meta: responseBody.meta }
        : { ok: false, status: response.statusCode, error: responseBody.error };
    };
    return answerCache ? answerCache.read(endpoint, `${language} ${url}`, callApp) : callApp();
  };
}
