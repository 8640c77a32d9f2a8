import { readFile } from "node:fs/promises";
import type { Plugin } from "vite";

/**
 * Matches the subsets of the Japanese font that are not needed. The font Be Vietnam Pro has their characters, or no
 * language of the app uses these characters.
 */
const unusedSubsetPattern = /-(?:cyrillic|cyrillic-ext|greek|latin|latin-ext)-\d+-/;

/**
 * Makes the style sheets of @fontsource smaller. It drops `.woff` files, because all supported browsers read woff2. It
 * drops subsets of the Japanese font that are not needed. It puts the medium and bold rules of the Japanese font next
 * to the regular rules, so that the repeated lists of characters compress well. It moves the subset `latin-ext` before
 * `vietnamese`: both have ă, đ, ơ and ư, and the browser uses the later rule. So a Vietnamese page loads only the
 * subset `vietnamese` for these letters.
 */
export function createSlimFontStylesPlugin(): Plugin {
  return {
    name: "slim-fonts",
    enforce: "pre",
    async transform(code, id) {
      const [path = ""] = id.split("?");
      if (!/@fontsource\/.+\.css$/.test(path)) return null;
      const isJapanese = path.includes("zen-kaku-gothic-new");
      const otherWeights = isJapanese
        ? await Promise.all(["500.css", "700.css"].map((name) => readFontFaces(path, name)))
        : [];
      const fontFaces = parseFontFaces(code).flatMap((face, index) => [
        face,
        ...otherWeights.map((weightFaces) => weightFaces[index] ?? ""),
      ]);
      const neededFaces = isJapanese
        ? fontFaces.filter((face) => !unusedSubsetPattern.test(face))
        : sortLatinExtFirst(fontFaces);
      return {
        code: neededFaces.join("\n").replace(/, url\([^)]+\.woff\) format\('woff'\)/g, ""),
        map: null,
      };
    },
  };
}

const readFontFaces = async (path: string, name: string) =>
  parseFontFaces(await readFile(path.replace("400.css", name), "utf8"));

function parseFontFaces(code: string): readonly string[] {
  return code.match(/@font-face \{[^}]+\}/g) ?? [];
}

function sortLatinExtFirst(fontFaces: readonly string[]): string[] {
  const isLatinExtended = (face: string) => /-latin-ext-\d+-/.test(face);
  return [...fontFaces.filter(isLatinExtended), ...fontFaces.filter((face) => !isLatinExtended(face))];
}
