import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface Styles {
  /** The page with its style sheets written into it, in their order. */
  inline(html: string): string;
}

// The sheet that the root and the browser's entry share is marked by the router with a # at its end.
const sheetLink = /<link(?: nonce="")? rel="stylesheet" href="(\/assets\/[\w.-]+\.css)#?"[^>]*\/>/g;
const fontLink = /<link rel="preload" as="font"[^>]* href="([^"]+)"/g;

/** `folder` holds the built client; its style sheets are read once. */
export function createStyles(folder: string): Styles {
  const sheets = new Map<string, string>();

  function read(path: string, preloaded: readonly string[]): string {
    const key = [path, ...preloaded].join(" ");
    const known = sheets.get(key);
    if (known !== undefined) return known;
    const sheet = readFileSync(join(folder, path), "utf8").replaceAll("</style", "<\\/style");
    const still = withoutSwap(sheet, preloaded);
    sheets.set(key, still);
    return still;
  }

  return {
    inline: (html) => {
      const preloaded = [...html.matchAll(fontLink)].map(([, href = ""]) => href);
      return html.replace(sheetLink, (_, path: string) => `<style>${read(path, preloaded)}</style>`);
    },
  };
}

/**
 * A face that a page preloads is there for its first picture, which browsers hold back a moment for it, or waits for the
 * next page: no two faces break all lines alike, and a headline that gains one moves everything below it.
 */
function withoutSwap(sheet: string, preloaded: readonly string[]): string {
  return sheet.replace(/@font-face\s*\{[^}]+\}/g, (face) =>
    preloaded.some((href) => face.includes(`url(${href})`)) ? face.replace("swap", "optional") : face,
  );
}
