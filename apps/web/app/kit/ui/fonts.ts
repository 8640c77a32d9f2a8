import "@fontsource/be-vietnam-pro/400.css";
import "@fontsource/be-vietnam-pro/500.css";
import "@fontsource/be-vietnam-pro/600.css";
import latin400 from "@fontsource/be-vietnam-pro/files/be-vietnam-pro-latin-400-normal.woff2?url";
import latin600 from "@fontsource/be-vietnam-pro/files/be-vietnam-pro-latin-600-normal.woff2?url";
import vietnamese400 from "@fontsource/be-vietnam-pro/files/be-vietnam-pro-vietnamese-400-normal.woff2?url";
import vietnamese600 from "@fontsource/be-vietnam-pro/files/be-vietnam-pro-vietnamese-600-normal.woff2?url";

const latinFonts = [latin400, latin600];
const vietnameseFonts = [...latinFonts, vietnamese400, vietnamese600];

/** The fonts that load with every page. All others load when one of their characters is needed. */
export function listPreloadedFonts(language: string): readonly string[] {
  return language === "vi" ? vietnameseFonts : latinFonts;
}
