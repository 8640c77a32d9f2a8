import { createContext, use } from "react";
import { type Format, formatFor } from "./format.ts";

/**
 * The functions that format dates and numbers on a page. `Frame` provides those of the page's language. In the
 * workspace, the layout provides functions that also use the person's time zone.
 */
export const FormatContext = createContext<Format>(formatFor("en"));

/** Returns the functions that format dates and numbers on this page. */
export function useFormat(): Format {
  return use(FormatContext);
}
