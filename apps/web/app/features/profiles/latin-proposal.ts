import { toRomaji } from "wanakana";

/**
 * Derives a Latin name from a Japanese reading: さとう けんじ becomes Kenji Sato. Long vowels are written short, as in
 * passports (Sato, Ono). The family name, which comes first in Japanese, is put last. `keepsOrder` keeps the order, for
 * companies.
 */
export function proposeLatinName(reading: string, keepsOrder: boolean): string {
  const names = reading
    .normalize("NFKC")
    .split(/[\s・]+/)
    .filter(Boolean)
    .map((name) =>
      toRomaji(name)
        .replace(/['’-]/g, "")
        .replace(/ou(?!e)|oo/g, "o")
        .replace(/uu/g, "u")
        .replace(/^./, (letter) => letter.toUpperCase()),
    );
  return (keepsOrder || names.length !== 2 ? names : names.reverse()).join(" ");
}
