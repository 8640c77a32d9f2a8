import { createContext, use } from "react";
import { getLocaleFormat, type LocaleFormat } from "./format.ts";

/**
 * The context with the functions that format dates and numbers. `AppProviders` provides the functions of the page's
 * language. In the workspace, the layout provides functions that also use the person's time zone.
 */
export const FormatterContext = createContext<LocaleFormat>(getLocaleFormat("en"));

/** Returns the functions that format dates and numbers on this page. */
export function useFormat(): LocaleFormat {
  return use(FormatterContext);
}
