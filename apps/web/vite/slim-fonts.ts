import { readFile } from "node:fs/promises";
import type { Plugin } from "vite";

/** Scripts that Be Vietnam Pro already covers or that no interface language uses. */
const unused = /-(?:cyrillic|cyrillic-ext|greek|latin|latin-ext)-\d+-/;

/**
 * Makes @fontsource's stylesheets small: drops the `.woff` twin of every `.woff2` (each browser that runs this
 * app reads woff2) and, of the Japanese face, the subsets for scripts that another face sets. Its medium and bold faces
 * come with the regular ones, each beside its twins: the same long list of characters three times, which packs as one.
 * Of faces that share a character the last one sets it: `latin-ext` shares ă, đ, ơ and ư with `vietnamese`, and stands
 * before it here, or every Vietnamese page would load both.
 */
export function slimFonts(): Plugin {
  return {
    name: "slim-fonts",
    enforce: "pre",
    async transform(code, id) {
      const [path = ""] = id.split("?");
      if (!/@fontsource\/.+\.css$/.test(path)) return null;
      const japanese = path.includes("zen-kaku-gothic-new");
      const twins = japanese
        ? await Promise.all(["500.css", "700.css"].map((name) => facesIn(path, name)))
        : [];
      const faces = facesOf(code).flatMap((face, place) => [face, ...twins.map((of) => of[place] ?? "")]);
      const kept = japanese ? faces.filter((face) => !unused.test(face)) : inOrder(faces);
      return { code: kept.join("\n").replace(/, url\([^)]+\.woff\) format\('woff'\)/g, ""), map: null };
    },
  };
}

const facesIn = async (path: string, name: string) =>
  facesOf(await readFile(path.replace("400.css", name), "utf8"));

function facesOf(code: string): readonly string[] {
  return code.match(/@font-face \{[^}]+\}/g) ?? [];
}

function inOrder(faces: readonly string[]): string[] {
  const isExtended = (face: string) => /-latin-ext-\d+-/.test(face);
  return [...faces.filter(isExtended), ...faces.filter((face) => !isExtended(face))];
}
