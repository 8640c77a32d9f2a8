import type { Plugin } from "vite";

/** Scripts that Be Vietnam Pro already covers or that no interface language uses. */
const unused = /-(?:cyrillic|cyrillic-ext|greek|latin|latin-ext)-\d+-/;

/**
 * Makes @fontsource's stylesheets small: drops the `.woff` twin of every `.woff2` (each browser that runs this
 * app reads woff2) and, of the Japanese face, the subsets for scripts that another face sets.
 */
export function slimFonts(): Plugin {
  return {
    name: "slim-fonts",
    enforce: "pre",
    transform(code, id) {
      if (!/@fontsource\/[^?]+\.css(?:\?|$)/.test(id)) return null;
      const faces = code.match(/@font-face \{[^}]+\}/g) ?? [];
      const japanese = id.includes("zen-kaku-gothic-new");
      const kept = japanese ? faces.filter((face) => !unused.test(face)) : faces;
      return { code: kept.join("\n").replace(/, url\([^)]+\.woff\) format\('woff'\)/g, ""), map: null };
    },
  };
}
