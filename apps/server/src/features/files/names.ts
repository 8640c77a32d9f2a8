import { maximumFileNameLength } from "@kakehashi/contract/files";

/**
 * Makes a file name safe to show and to save. Allows every script, but removes paths, control characters and direction
 * overrides. An override could make "gpj.exe" look like "exe.jpg".
 */
export function toSafeFileName(fileName: string): string {
  const baseName = fileName.toWellFormed().normalize("NFC").split(/[\\/]/).at(-1) ?? "";
  const printableName = baseName
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed.
    .replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|\p{Co}/gu, "")
    .replace(/\s+/g, " ")
    .trim();
  if (printableName === "" || /^\.+$/.test(printableName)) return "file";
  return shortenFileName(printableName);
}

/** Shortens a name before its extension, because the extension shows the kind of file. */
function shortenFileName(name: string): string {
  const characters = [...name];
  if (characters.length <= maximumFileNameLength) return name;
  const extension = /\.[^.\s]{1,16}$/u.exec(name)?.[0] ?? "";
  return characters.slice(0, maximumFileNameLength - [...extension].length).join("") + extension;
}
