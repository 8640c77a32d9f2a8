import "@fontsource/be-vietnam-pro/400.css";
import "@fontsource/be-vietnam-pro/500.css";
import "@fontsource/be-vietnam-pro/600.css";
import latin400 from "@fontsource/be-vietnam-pro/files/be-vietnam-pro-latin-400-normal.woff2?url";
import latin600 from "@fontsource/be-vietnam-pro/files/be-vietnam-pro-latin-600-normal.woff2?url";

/** The faces above every page's fold; all others load when a character of theirs is shown. */
export const preloadedFonts: readonly string[] = [latin400, latin600];
