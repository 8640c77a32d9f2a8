import { z } from "zod";
import { isBlank } from "./blank.ts";
import { createRawTextSchema } from "./kit/raw-text.ts";
import { trimCharactersFromEnd } from "./kit/trim.ts";

/** Maximum user-perceived characters of a name in the drive. File systems allow no more. */
export const maximumDriveNameLength = 255;
/** Maximum UTF-16 code units of a name in the drive. One emoji may take many units. */
export const maximumDriveNameUnits = 4 * maximumDriveNameLength;

/**
 * Matches invisible characters that change how a name looks, such as direction overrides. Does not match the zero-width
 * joiner and non-joiner, because emoji and some scripts need them.
 */
const invisibleCharacterPattern = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\u2800]/gu;
/** Matches characters that Windows, macOS or Linux does not allow in a file name. */
const forbiddenCharacterPattern = /[\\/:*?"<>|]/g;

const graphemeSegmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
const splitIntoCharacters = (text: string): string[] =>
  [...graphemeSegmenter.segment(text)].map(({ segment }) => segment);

const cleanFileName = (name: string): string =>
  name
    .toWellFormed()
    .normalize("NFC")
    .replace(/\s+/gu, " ")
    .replace(invisibleCharacterPattern, "")
    .replace(/(\p{M}{4})\p{M}+/gu, "$1")
    .trim();

/** Maximum UTF-16 code units of a file extension with its dot. */
const maximumExtensionUnits = 17;

/** Splits a file name into its stem and its extension with the dot: `["plan", ".pdf"]`. */
export function splitFileName(name: string): [stem: string, ending: string] {
  const dotIndex = name.lastIndexOf(".");
  const ending = dotIndex > 0 ? name.slice(dotIndex) : "";
  const isExtension = ending.length > 1 && ending.length <= maximumExtensionUnits && !/\s/.test(ending);
  return isExtension ? [name.slice(0, dotIndex), ending] : [name, ""];
}

/** Joins the stem and the extension of a file name. Shortens the stem if the name would be too long. */
function joinStemAndExtension(nameWithoutExtension: string, ending: string): string {
  const characters = splitIntoCharacters(nameWithoutExtension).slice(
    0,
    maximumDriveNameLength - splitIntoCharacters(ending).length,
  );
  while (characters.join("").length + ending.length > maximumDriveNameUnits) characters.pop();
  return characters.join("").trimEnd() + ending;
}

/**
 * Returns the name under which an uploaded file is stored. Accepts every name: removes forbidden characters or replaces
 * them by `_`, and shortens a long name but keeps its extension.
 */
export function toAllowedFileName(fileName: string): string {
  const name = trimCharactersFromEnd(cleanFileName(fileName).replace(forbiddenCharacterPattern, "_"), ". ");
  return isBlank(name) ? "file" : joinStemAndExtension(...splitFileName(name));
}

/** Adds a number to a name before its extension: `plan (2).pdf`. A folder has no extension. */
export function addNumberToName(name: string, number: number, isFolder: boolean): string {
  const [nameWithoutExtension, ending] = isFolder ? [name, ""] : splitFileName(name);
  return joinStemAndExtension(nameWithoutExtension, ` (${number})${ending}`);
}

/**
 * Returns the key by which duplicate names are found. The key ignores case, because many file systems do not
 * distinguish upper and lower case.
 */
export const createDriveNameKey = (name: string): string => name.normalize("NFC").toLowerCase();

/**
 * A file name that a person types: one line, NFC, without invisible characters, 1 to 255 user-perceived
 * characters. Refuses characters that Windows, macOS or Linux does not allow.
 */
export const driveNameSchema = createRawTextSchema(4 * maximumDriveNameUnits, maximumDriveNameLength)
  .transform(cleanFileName)
  .pipe(
    z
      .string()
      .refine((name) => !isBlank(name), { error: "required" })
      .refine((name) => name.search(forbiddenCharacterPattern) === -1 && !name.endsWith("."), {
        error: "file_name",
      })
      .refine(
        (name) =>
          name.length <= maximumDriveNameUnits && splitIntoCharacters(name).length <= maximumDriveNameLength,
        { error: "too_long", params: { limit: maximumDriveNameLength } },
      ),
  );
