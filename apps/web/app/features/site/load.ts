import { getFirm, type ShownFirm, silentFirm } from "@kakehashi/contract/firm";
import type { Endpoint } from "@kakehashi/contract/kit/endpoint";
import type { Outcome } from "@kakehashi/contract/kit/outcome";
import { data, type RouterContextProvider } from "react-router";
import { type Visit, visitContext } from "../../kit/visit.ts";
import type { SiteLanguage } from "./addresses.ts";

/** What the server knows about the request that a loader or an action answers. */
export function visitOf({ context }: { context: Readonly<RouterContextProvider> }): Visit {
  return context.get(visitContext);
}

export function languageOf(visit: Pick<Visit, "language">): SiteLanguage {
  return visit.language === "vi" ? "vi" : "en";
}

/** What a call brought; a refusal becomes the page's own status, not found included. */
export function dataOf<E extends Endpoint>(outcome: Outcome<E>): Extract<Outcome<E>, { ok: true }>["data"] {
  if (!outcome.ok) throw data(null, { status: outcome.status });
  return outcome.data;
}

/** What the firm states about itself. A page does without it rather than fail. */
export async function firmOf({ call, language }: Visit): Promise<ShownFirm> {
  const firm = await call(getFirm, { query: { language } });
  return firm.ok ? firm.data : silentFirm;
}
