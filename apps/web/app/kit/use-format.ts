import { createContext, use } from "react";
import { type Format, formatFor } from "./format.ts";

/** The formats of the page's language; `Frame` gives it. */
export const FormatContext = createContext<Format>(formatFor("en"));

/** Dates and numbers in the language the page is shown in. */
export function useFormat(): Format {
  return use(FormatContext);
}
