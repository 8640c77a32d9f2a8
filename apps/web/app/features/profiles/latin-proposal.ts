import { toRomaji } from "wanakana";

/**
 * A Latin name out of a reading: さとう けんじ is Kenji Sato. Long vowels are short, as in a passport (Sato, Ono), and of
 * two names the family name, which Japanese puts first, comes last; `inOrder` leaves them as they are (of a company).
 */
export function proposeLatinName(reading: string, inOrder: boolean): string {
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
  return (inOrder || names.length !== 2 ? names : names.reverse()).join(" ");
}
