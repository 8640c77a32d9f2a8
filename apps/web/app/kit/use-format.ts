import { createContext, use } from "react";
import { type Format, formatFor } from "./format.ts";

/** The formats of the page's language, provided by `Frame`. In the workspace also of the person's time zone. */
export const FormatContext = createContext<Format>(formatFor("en"));

/** Formats dates and numbers in the page's language and the person's time zone. */
export function useFormat(): Format {
  return use(FormatContext);
}
