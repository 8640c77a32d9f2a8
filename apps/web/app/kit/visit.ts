import type { EndpointCaller } from "@kakehashi/contract/kit/outcome";
import type { Language } from "@kakehashi/contract/languages";
import { createContext } from "react";
import { createContext as createRouterContext } from "react-router";
import type { GuardVisitor } from "./guard.ts";
import type { Theme } from "./theme.ts";

/** What the server knows about a page request before it renders the page. */
export interface PageVisit {
  /** The nonce that allows the page's inline scripts in the content security policy. */
  readonly nonce: string;
  /**
   * What the guards need to know about the signed-in person. Null when signed out. The browser fetches all other data
   * about the person.
   */
  readonly visitor: GuardVisitor | null;
  /** The interface language: the stored choice, or else the browser's language, or else English. */
  readonly language: Language;
  /** The public address of this installation, without a trailing slash. */
  readonly publicUrl: string;
  /** Whether the submitted form was too large to be read. */
  readonly isFormTooLarge: boolean;
  /** The HTTP status of an error. If set, the page only shows this error. */
  readonly refusalStatus: 414 | 429 | null;
  /** Calls the API for the page, without the visitor's session. */
  readonly call: EndpointCaller;
  /** Writes an error to the server's log. */
  readonly reportError: (error: unknown) => void;
  /** The reader's colour scheme. Null means that the page follows the system. */
  readonly theme: Theme | null;
}

/** The router context that contains the facts about the page request. Loaders on the server read it. */
export const pageVisitRouterContext = createRouterContext<PageVisit>();
/**
 * The React context with the facts about the page request, for components that render on the server. Null in the
 * browser.
 */
export const PageVisitReactContext = createContext<PageVisit | null>(null);
