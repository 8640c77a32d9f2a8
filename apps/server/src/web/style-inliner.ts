import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface StyleInliner {
  /** Returns the page with the content of its style sheets in place of the links to them. */
  inlineStyles(html: string): string;
}

/**
 * Creates a `StyleInliner`, which copies style sheets into pages. It reads each style sheet of the built client only
 * once. `folder` contains the build.
 */
export function createStyleInliner(folder: string): StyleInliner {
  const styleSheetsByPath = new Map<string, string>();

  function readStyleSheet(path: string): string {
    const cachedSheet = styleSheetsByPath.get(path);
    if (cachedSheet !== undefined) return cachedSheet;
    const styleSheet = readFileSync(join(folder, path), "utf8").replaceAll("</style", "<\\/style");
    styleSheetsByPath.set(path, styleSheet);
    return styleSheet;
  }

  return {
    inlineStyles: (html) =>
      html.replace(
        // The router adds # to the URL of a style sheet that is loaded twice: by the root, and by the browser's entry
        // file.
        /<link(?: nonce="")? rel="stylesheet" href="(\/assets\/[\w.-]+\.css)#?"[^<>]*\/>/g,
        (_, path: string) => `<style>${readStyleSheet(path)}</style>`,
      ),
  };
}
