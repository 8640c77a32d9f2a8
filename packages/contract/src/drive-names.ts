import { z } from "zod";
import { isBlank } from "./blank.ts";
import { rawText } from "./kit/raw-text.ts";
import { trimEndOf } from "./kit/trim.ts";

/** The most user-perceived characters of a name in the drive. File systems allow no more. */
export const maximumDriveName = 255;
/** The most UTF-16 code units of a drive name. One emoji may take many. */
export const maximumDriveNameUnits = 4 * maximumDriveName;

/**
 * Invisible characters that change how a name looks, such as direction overrides. The two joiners stay: emoji and some
 * scripts need them.
 */
const invisible = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\u2800]/gu;
/** Characters that a common system does not allow in a file's name. */
const reserved = /[\\/:*?"<>|]/g;

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
const charactersOf = (text: string): string[] => [...segmenter.segment(text)].map(({ segment }) => segment);

const cleaned = (name: string): string =>
  name
    .toWellFormed()
    .normalize("NFC")
    .replace(/\s+/gu, " ")
    .replace(invisible, "")
    .replace(/(\p{M}{4})\p{M}+/gu, "$1")
    .trim();

/** The most UTF-16 code units of an extension with its dot. */
const maximumEndingUnits = 17;

/** The part of a name before its extension, and the extension with its dot: `["plan", ".pdf"]`. */
export function splitName(name: string): [stem: string, ending: string] {
  const dot = name.lastIndexOf(".");
  const ending = dot > 0 ? name.slice(dot) : "";
  const isEnding = ending.length > 1 && ending.length <= maximumEndingUnits && !/\s/.test(ending);
  return isEnding ? [name.slice(0, dot), ending] : [name, ""];
}

/** Joins a stem and an ending. Shortens the stem if the name would be too long. */
function joined(stem: string, ending: string): string {
  const characters = charactersOf(stem).slice(0, maximumDriveName - charactersOf(ending).length);
  while (characters.join("").length + ending.length > maximumDriveNameUnits) characters.pop();
  return characters.join("").trimEnd() + ending;
}

/**
 * The name under which an uploaded file is kept. No name is refused: forbidden characters are replaced by
 * `_` or left out, and a long name is shortened before its extension.
 */
export function keptName(fileName: string): string {
  const name = trimEndOf(cleaned(fileName).replace(reserved, "_"), ". ");
  return isBlank(name) ? "file" : joined(...splitName(name));
}

/** `plan (2).pdf`: the name with a number before its extension. A folder has none. */
export function numberedName(name: string, number: number, isFolder: boolean): string {
  const [stem, ending] = isFolder ? [name, ""] : splitName(name);
  return joined(stem, ` (${number})${ending}`);
}

/** Two names with the same key are one name: many systems do not distinguish upper and lower case. */
export const nameKeyOf = (name: string): string => name.normalize("NFC").toLowerCase();

/**
 * A name that a person types: one line, NFC, without invisible characters, 1 to 255 characters as people count them.
 * Characters that a common system does not allow are refused.
 */
export const driveNameSchema = rawText(4 * maximumDriveNameUnits, maximumDriveName)
  .transform(cleaned)
  .pipe(
    z
      .string()
      .refine((name) => !isBlank(name), { error: "required" })
      .refine((name) => name.search(reserved) === -1 && !name.endsWith("."), { error: "file_name" })
      .refine(
        (name) => name.length <= maximumDriveNameUnits && charactersOf(name).length <= maximumDriveName,
        { error: "too_long", params: { limit: maximumDriveName } },
      ),
  );
