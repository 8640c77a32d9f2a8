import type { Language } from "@kakehashi/contract/languages";
import { createCachedEncoder } from "./compression.ts";
import type { EncodablePage } from "./page-cache.ts";
import type { StyleInliner } from "./style-inliner.ts";
import type { RefusalStatus, RenderContext, RenderPage, Theme } from "./visit.ts";

export interface RefusalPageDependencies {
  render: RenderPage;
  styleInliner: StyleInliner;
  /** A visitor who requested too many pages may try again after this many seconds. */
  retryAfterSeconds: number;
}

export interface RefusalPages {
  /**
   * Returns the error page for a refused request. `visit` may be the request data of any visitor, because the error
   * page shows none of it.
   */
  refusalPageFor(
    status: RefusalStatus,
    language: Language,
    theme: Theme | null,
    visit: RenderContext,
  ): Promise<EncodablePage>;
}

/**
 * Caches the error pages. Each page is rendered and compressed once, when it is first needed. So a flood of refused
 * requests takes hardly any processor time.
 */
export function createRefusalPages({
  render,
  styleInliner,
  retryAfterSeconds,
}: RefusalPageDependencies): RefusalPages {
  const pages = new Map<string, Promise<EncodablePage>>();

  async function renderErrorPage(
    status: RefusalStatus,
    language: Language,
    theme: Theme | null,
    visit: RenderContext,
  ): Promise<EncodablePage> {
    const headers = theme ? { cookie: `theme=${theme}` } : {};
    // Render a URL at which there is no page. `refusalStatus` decides which error is shown.
    const request = new Request(`${visit.publicUrl}/refused`, { headers });
    const response = await render(request, {
      ...visit,
      language,
      visitor: null,
      nonce: "",
      refusalStatus: status,
    });
    if (response.status !== status) throw new Error(`The page for ${status} was answered ${response.status}`);
    const body = Buffer.from(styleInliner.inlineStyles(await response.text()));
    return {
      status,
      headers: [
        ["content-type", "text/html; charset=utf-8"],
        ["cache-control", "no-store"],
        ...(status === 429 ? [["retry-after", String(retryAfterSeconds)] as const] : []),
      ],
      body,
      publicCacheSeconds: 0,
      encoded: createCachedEncoder(body),
    };
  }

  return {
    refusalPageFor(status, language, theme, visit) {
      const key = `${status} ${language} ${theme}`;
      const cachedPage = pages.get(key);
      if (cachedPage) return cachedPage;
      const refusalPage = renderErrorPage(status, language, theme, visit);
      pages.set(key, refusalPage);
      refusalPage.catch(() => pages.delete(key));
      return refusalPage;
    },
  };
}
