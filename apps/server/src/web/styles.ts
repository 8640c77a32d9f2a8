import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface PageStyles {
  /** Returns the page with the content of its style sheets in place of the links to them. */
  inlineStyles(html: string): string;
}

/**
 * Creates a function that copies style sheets into pages. Each style sheet of the built client is read only once.
 * `folder` contains the build.
 */
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
    inlineStyles: (html) =>
      html.replace(
        // The router adds # to the URL of a style sheet that is loaded twice: by the root, and by the browser's entry
        // file.
        /<link(?: nonce="")? rel="stylesheet" href="(\/assets\/[\w.-]+\.css)#?"[^<>]*\/>/g,
        (_, path: string) => `<style>${readStyleSheet(path)}</style>`,
      ),
  };
}
