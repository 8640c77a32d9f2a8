import { blankFirm, type FirmInLanguage } from "@kakehashi/contract/firm";
import type { Language } from "@kakehashi/contract/languages";
import { createContext, use } from "react";
import { workspacePathOfPublicPage } from "../../kit/help-address.ts";
import { PageVisitReactContext } from "../../kit/visit.ts";
import { buildSitePath, type SiteLanguage } from "./addresses.ts";
import { type SiteTexts, siteTextsIn } from "./texts/texts.ts";

/** The language of a public page inside the workspace. Null on the public site. */
export const WorkspaceLanguageContext = createContext<SiteLanguage | null>(null);

/** The firm's details in the page's language. */
export const FirmContext = createContext<FirmInLanguage>(blankFirm);

export interface SiteValues {
  readonly language: SiteLanguage;
  readonly texts: SiteTexts;
  readonly firm: FirmInLanguage;
  readonly publicUrl: string;
  readonly isSignedIn: boolean;
  /** Whether the public page is shown inside the workspace. */
  readonly isInWorkspace: boolean;
  /** Returns the address of a page: on the public site, or inside the workspace if the reader is there. */
  pageAddressOf(page: string): string;
}

/** Returns a public page's texts, its language, and a function that returns the addresses of other pages. */
export function useSite(): SiteValues {
  const visit = use(PageVisitReactContext);
  const workspaceLanguage = use(WorkspaceLanguageContext);
  const isInWorkspace = workspaceLanguage !== null;
  const language: SiteLanguage = workspaceLanguage ?? (visit?.language === "vi" ? "vi" : "en");
  const isSignedIn = isInWorkspace || (visit?.visitor ?? null) !== null;
  return {
    language,
    texts: siteTextsIn(language),
    firm: use(FirmContext),
    publicUrl: visit?.publicUrl ?? "",
    isSignedIn,
    isInWorkspace,
    pageAddressOf(page) {
      if (!isSignedIn) return buildSitePath(page, language);
      return page === "/" ? "/home" : (workspacePathOfPublicPage(page) ?? buildSitePath(page, language));
    },
  };
}

/** Returns the reader's language. Use it only for pages that exist in all languages. */
export function useReaderLanguage(): Language {
  return use(PageVisitReactContext)?.language ?? "en";
}
