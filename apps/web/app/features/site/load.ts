import { blankFirm, type FirmInLanguage, getFirm } from "@kakehashi/contract/firm";
import type { Endpoint } from "@kakehashi/contract/kit/endpoint";
import type { ApiCallOutcome } from "@kakehashi/contract/kit/outcome";
import { data, type RouterContextProvider } from "react-router";
import { type PageVisit, pageVisitRouterContext } from "../../kit/visit.ts";
import type { SiteLanguage } from "./addresses.ts";

/** Returns the server's data about the current request, such as the language and the signed-in account. */
export function getPageVisit({ context }: { context: Readonly<RouterContextProvider> }): PageVisit {
  return context.get(pageVisitRouterContext);
}

export function siteLanguageOf(visit: Pick<PageVisit, "language">): SiteLanguage {
  return visit.language === "vi" ? "vi" : "en";
}

/**
 * Returns the data of a successful API call. For a failed call, throws its HTTP status, which becomes the status of the
 * page.
 */
export function getDataOrThrow<E extends Endpoint>(
  outcome: ApiCallOutcome<E>,
): Extract<ApiCallOutcome<E>, { ok: true }>["data"] {
  if (!outcome.ok) throw data(null, { status: outcome.status });
  return outcome.data;
}

/** Fetches the firm's details. If that fails, returns empty details, so that the page is shown without them. */
export async function fetchFirm({ call, language }: PageVisit): Promise<FirmInLanguage> {
  const firmResponse = await call(getFirm, { query: { language } });
  return firmResponse.ok ? firmResponse.data : blankFirm;
}
