import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface PageStyles {
  /** Returns the page with its style sheets inlined, in their order. */
  inline(html: string): string;
}

/** Reads the style sheets of a built client once. `folder` contains the build. */
export function createStyleInliner(folder: string): PageStyles {
  const styleSheetsByPath = new Map<string, string>();

  function readStyleSheet(path: string): string {
    const cachedSheet = styleSheetsByPath.get(path);
    if (cachedSheet !== undefined) return cachedSheet;
    const styleSheet = readFileSync(join(folder, path), "utf8").replaceAll("</style", "<\\/style");
    styleSheetsByPath.set(path, styleSheet);
    return styleSheet;
  }

  return {
    inline: (html) =>
      html.replace(
        // The URL may end with #. The router adds it to a style sheet that both the root and the browser's entry load.
        /<link(?: nonce="")? rel="stylesheet" href="(\/assets\/[\w.-]+\.css)#?"[^<>]*\/>/g,
        (_, path: string) => `<style>${readStyleSheet(path)}</style>`,
      ),
  };
}
