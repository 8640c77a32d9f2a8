import { use } from "react";
import { VisitContext } from "../../kit/visit.ts";
import { type SiteLanguage, siteAddress } from "./addresses.ts";
import { type SiteTexts, siteTexts } from "./texts/texts.ts";

export interface Site {
  readonly language: SiteLanguage;
  readonly texts: SiteTexts;
  readonly publicUrl: string;
  readonly signedIn: boolean;
  /** A page's address in the reader's language, by its English one. */
  to(page: string): string;
}

/** What every public page is written with. These pages render on the server alone. */
export function useSite(): Site {
  const visit = use(VisitContext);
  const language: SiteLanguage = visit?.language === "vi" ? "vi" : "en";
  return {
    language,
    texts: siteTexts(language),
    publicUrl: visit?.publicUrl ?? "",
    signedIn: (visit?.visitor ?? null) !== null,
    to: (page) => siteAddress(page, language),
  };
}
