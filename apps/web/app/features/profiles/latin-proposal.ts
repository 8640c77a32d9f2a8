import { toRomaji } from "wanakana";

/**
 * Derives a Latin name from a Japanese reading: さとう けんじ becomes Kenji Sato. Long vowels are written short, as in
 * passports (Sato, Ono). The family name comes first in Japanese and last in the result. With `shouldKeepOrder`, the order
 * stays, as for companies.
 */
export function proposeLatinName(reading: string, shouldKeepOrder: boolean): string {
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
  return (shouldKeepOrder || names.length !== 2 ? names : names.reverse()).join(" ");
}
