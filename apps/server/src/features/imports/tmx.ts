import type { Language } from "@kakehashi/contract/languages";
import { isTooLongForMessage } from "@kakehashi/contract/message-text";
import {
  createSkippedItem,
  type FileTranslationPair,
  findTagLanguage,
  type ImportItem,
  toStorableNfcText,
} from "./item.ts";
import { ImportProblem } from "./problem.ts";
import { readXml } from "./xml.ts";

/** Maximum number of texts in one TMX unit. Real files have one text per language. */
const maximumTextsPerUnit = 100;
/**
 * TMX elements whose content is formatting code of the original program. Everything nested in them counts as code too,
 * also the text of a nested `sub`. An `hi` element outside of them is not code: its text is kept.
 */
const codeElements = new Set(["bpt", "ept", "it", "ph", "ut"]);

interface TmxVariant {
  line: number;
  tag: string;
  language: Language | null;
  text: string;
}

interface TmxUnit {
  line: number;
  source: string;
  approved: boolean | null;
  variants: TmxVariant[];
}

/** Reads pairs of texts from a TMX file, version 1.4b or earlier. */
export function readTmx(
  textPieces: AsyncIterable<string>,
): AsyncGenerator<ImportItem<FileTranslationPair>[]> {
  return readXml(textPieces, (emit, lineOf) => {
    /** The source language in the file's header. `*all*` means that every language is a source. */
    let source = "*all*";
    let isRoot = true;
    let unit: TmxUnit | null = null;
    let variant: TmxVariant | null = null;
    let isInSegment = false;
    /**
     * The number of nested formatting-code elements around the current position. `code` collects the text of the
     * outermost element.
     */
    let codeDepth = 0;
    let code = "";
    let property: { isApproval: boolean; text: string } | null = null;

    return {
      open(name, attributes) {
        if (isRoot && name !== "tmx") throw new ImportProblem("FORMAT", lineOf(), name);
        isRoot = false;
        if (isInSegment) {
          if (codeDepth > 0 || codeElements.has(name)) codeDepth++;
        } else if (name === "header") source = attributes.srclang ?? source;
        else if (name === "tu")
          unit = { line: lineOf(), source: attributes.srclang ?? source, approved: null, variants: [] };
        else if (name === "prop" && unit && !variant)
          property = { isApproval: attributes.type === "x-approved", text: "" };
        else if (name === "tuv" && unit) {
          // TMX versions before 1.4 use the attribute `lang` in place of `xml:lang`.
          const tag = attributes["xml:lang"] ?? attributes.lang ?? "";
          variant = { line: lineOf(), tag, language: findTagLanguage(tag), text: "" };
          if (unit.variants.push(variant) > maximumTextsPerUnit)
            throw new ImportProblem("TOO_LARGE", lineOf());
        } else if (name === "seg" && variant) isInSegment = true;
      },
      text(text) {
        if (property) property.text += text;
        else if (codeDepth > 0) code += text;
        else if (isInSegment && variant) variant.text += text;
      },
      close(name) {
        if (codeDepth > 0) {
          codeDepth--;
          if (codeDepth > 0) return;
          if (variant) variant.text += convertFormattingCode(code);
          code = "";
        } else if (isInSegment && name === "seg") isInSegment = false;
        else if (name === "prop" && property) {
          if (unit && property.isApproval) unit.approved = property.text.trim() === "yes";
          property = null;
        } else if (name === "tuv") variant = null;
        else if (name === "tu" && unit) {
          for (const item of generateUnitItems(unit)) emit(item);
          unit = null;
        }
      },
    };
  });
}

/**
 * Returns the text to store for a formatting code. Placeholders such as `{0}` or `%s` and line breaks are kept. Other
 * markup is left out.
 */
function convertFormattingCode(code: string): string {
  const text = code.trim();
  if (/^<br\b/i.test(text)) return "\n";
  return /^[<\\&]|^\{\\/.test(text) ? "" : text;
}

/** Yields the translation pairs of a TMX unit, and those of its texts that are skipped. */
function* generateUnitItems({
  line,
  source,
  approved,
  variants,
}: TmxUnit): Generator<ImportItem<FileTranslationPair>> {
  const usableVariants: (TmxVariant & { language: Language })[] = [];
  for (const variant of variants) {
    const { language, tag } = variant;
    const text = toStorableNfcText(variant.text);
    if (language === null) yield createSkippedItem(variant.line, "LANGUAGE", text, tag);
    else if (text.trim() === "") yield createSkippedItem(variant.line, "EMPTY", text, tag);
    else if (isTooLongForMessage(text))
      yield createSkippedItem(variant.line, "TOO_LONG", text, String(text.length));
    else usableVariants.push({ ...variant, language, text });
  }
  const sourceLanguage = findTagLanguage(source);
  const sourceVariants = usableVariants.filter(({ language }) => language === sourceLanguage);
  let pairCount = 0;
  // If the unit has no text in the file's source language, each of its texts is used as a source.
  for (const sourceVariant of sourceVariants.length > 0 ? sourceVariants : usableVariants)
    for (const { language, text } of usableVariants) {
      if (language === sourceVariant.language) continue;
      pairCount++;
      yield {
        kind: "unit",
        line,
        unit: {
          from: sourceVariant.language,
          to: language,
          source: sourceVariant.text,
          target: text,
          approved,
        },
      };
    }
  if (pairCount === 0 && usableVariants.length === variants.length)
    yield createSkippedItem(line, "ONE_LANGUAGE", usableVariants[0]?.text ?? "", usableVariants[0]?.tag);
}
