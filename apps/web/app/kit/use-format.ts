import { createContext, use } from "react";
import { type Format, formatFor } from "./format.ts";

/** The formats of the page's language, which `Frame` gives; in the workspace also of the person's time zone. */
export const FormatContext = createContext<Format>(formatFor("en"));

/** Dates and numbers in the language the page is shown in, in the time zone that the person chose. */
export function useFormat(): Format {
  return use(FormatContext);
}
