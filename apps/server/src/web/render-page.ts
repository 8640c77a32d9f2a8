import type { Language } from "@kakehashi/contract/languages";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ApiAnswerCache } from "./api-answer-cache.ts";
import { tooLargeFormSymbol } from "./forms.ts";
import { newNonce } from "./nonce.ts";
import type { RenderedPage } from "./page-cache.ts";
import type { StyleInliner } from "./style-inliner.ts";
import {
  createApiCaller,
  createPageRequest,
  type RenderContext,
  type RenderPage,
  readerLanguageOf,
} from "./visit.ts";

/** Creates the data for rendering the page of a request. */
export function createRenderContext(
  app: FastifyInstance,
  request: FastifyRequest,
  { publicUrl, answerCache }: { readonly publicUrl: string; readonly answerCache?: ApiAnswerCache },
  visitor: RenderContext["visitor"],
): RenderContext {
  const language: Language = readerLanguageOf(request);
  return {
    nonce: newNonce(),
    visitor,
    language,
    publicUrl,
    isFormTooLarge: request.body === tooLargeFormSymbol,
    refusalStatus: null,
    reportError: (error) => request.log.error({ err: error }, "A page failed to render."),
    call: createApiCaller(
      app,
      request,
      (pathname) => (/^\/vi(?:\/|$)/.test(pathname) ? "vi" : language),
      visitor === null ? answerCache : undefined,
    ),
  };
}

/**
 * Renders the page of a request. If the page asks for inline styles, copies its style sheets from `styles` into the
 * HTML.
 */
export async function renderPageOf(
  request: FastifyRequest,
  visit: RenderContext,
  renderPage: RenderPage,
  styleInliner?: StyleInliner,
): Promise<RenderedPage> {
  const response = await renderPage(createPageRequest(request), visit);
  const maxAgeText = /^public, max-age=(\d+)/.exec(response.headers.get("cache-control") ?? "")?.[1];
  const publicCacheSeconds = response.status === 200 ? Number(maxAgeText ?? 0) : 0;
  const body = Buffer.from(await response.arrayBuffer());
  // Inline styles save a round trip. This helps readers from other sites, who often read only one page. The pages of
  // the chat app do not ask for inline styles, because browsers cache its style sheets.
  const wantsInlineStyles = response.headers.get("x-styles") === "inline";
  response.headers.delete("x-styles");
  return {
    status: response.status,
    headers: [...response.headers],
    body: wantsInlineStyles && styleInliner ? Buffer.from(styleInliner.inlineStyles(body.toString())) : body,
    publicCacheSeconds,
  };
}
