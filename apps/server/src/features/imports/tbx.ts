import { maximumTermLength, maximumTermNoteLength } from "@kakehashi/contract/glossary";
import { type Language, languages } from "@kakehashi/contract/languages";
import {
  createSkippedItem,
  type FileTerm,
  findTagLanguage,
  type ImportItem,
  toStorableNfcText,
} from "./item.ts";
import { ImportProblem } from "./problem.ts";
import { readXml } from "./xml.ts";

const rootElements = new Set(["martif", "tbx"]);
/**
 * The XML elements for a concept and for a language. In each set, the first name is from TBX 2008 and the second is
 * from TBX 2019.
 */
const conceptElements = new Set(["termEntry", "conceptEntry"]);
const languageElements = new Set(["langSet", "langSec"]);
const maximumTermsPerConcept = 1_000;

interface TbxTerm {
  line: number;
  tag: string;
  text: string;
}

interface TbxConcept {
  line: number;
  note: string;
  terms: TbxTerm[];
}

/** Reads glossary terms from a TBX-Basic file of 2008 (`martif`) or of 2019 (`tbx`). */
export function readTbx(textPieces: AsyncIterable<string>): AsyncGenerator<ImportItem<FileTerm>[]> {
  return readXml(textPieces, (emitItem, findCurrentLine) => {
    let isRootElement = true;
    let currentConcept: TbxConcept | null = null;
    let tag = "";
    let term: TbxTerm | null = null;
    let noteText: string | null = null;

    return {
      open(name, attributes) {
        if (isRootElement && !rootElements.has(name))
          throw new ImportProblem("FORMAT", findCurrentLine(), name);
        isRootElement = false;
        if (conceptElements.has(name)) currentConcept = { line: findCurrentLine(), note: "", terms: [] };
        else if (languageElements.has(name)) tag = attributes["xml:lang"] ?? "";
        else if (name === "term" && currentConcept) {
          term = { line: findCurrentLine(), tag, text: "" };
          if (currentConcept.terms.push(term) > maximumTermsPerConcept)
            throw new ImportProblem("TOO_LARGE", findCurrentLine());
        } else if (currentConcept && noteText === null && isNote(name, attributes.type)) noteText = "";
      },
      text(text) {
        if (term) term.text += text;
        else if (noteText !== null) noteText += text;
      },
      close(name) {
        if (name === "term") term = null;
        else if (noteText !== null && noteElements.has(name)) {
          // Only the first note is kept. Further notes mostly tell where a term comes from.
          if (currentConcept && currentConcept.note === "") currentConcept.note = noteText.trim();
          noteText = null;
        } else if (conceptElements.has(name) && currentConcept) {
          for (const item of generateConceptItems(currentConcept)) emitItem(item);
          currentConcept = null;
        }
      },
    };
  });
}

/**
 * TBX elements whose text becomes the note of a term: notes and definitions. Files of the style DCT write a definition
 * as the element `definition`. Files of the style DCA write it as `descrip` with the type `definition`.
 */
const noteElements = new Set(["note", "descrip", "definition"]);
const isNote = (name: string, type: string | undefined): boolean =>
  noteElements.has(name) && (name !== "descrip" || type === "definition");

/** Yields first the skipped terms of a TBX concept, and then the unit for the concept. */
function* generateConceptItems({ line, note, terms }: TbxConcept): Generator<ImportItem<FileTerm>> {
  const unit: FileTerm = {
    en: null,
    vi: null,
    ja: null,
    note: toStorableNfcText(note),
    do_not_translate: false,
  };
  let skippedCount = 0;
  const countSkippedItem = (...values: Parameters<typeof createSkippedItem>) => {
    skippedCount++;
    return createSkippedItem(...values);
  };
  for (const tbxTerm of terms) {
    const text = collapseTermSpaces(tbxTerm.text);
    const language = findTagLanguage(tbxTerm.tag);
    if (language === null) yield countSkippedItem(tbxTerm.line, "LANGUAGE", text, tbxTerm.tag);
    else if (text === "") yield countSkippedItem(tbxTerm.line, "EMPTY", text, tbxTerm.tag);
    else if (text.length > maximumTermLength)
      yield countSkippedItem(tbxTerm.line, "TOO_LONG", text, String(text.length));
    else if (unit[language] !== null)
      yield countSkippedItem(tbxTerm.line, "SYNONYM", unit[language] ?? "", text);
    else unit[language] = text;
  }
  yield* itemsOfTermUnit(line, unit, skippedCount > 0);
}

export const collapseTermSpaces = (text: string): string =>
  toStorableNfcText(text).replace(/\s+/g, " ").trim();

/**
 * Yields a glossary unit to import: either terms in at least two languages, or one term that is not translated. Any
 * other unit is yielded as skipped, for example a term in only one language. `isListed` means that the list of skipped
 * units already contains a term of the unit, so the unit is not listed again.
 */
export function* itemsOfTermUnit(
  line: number,
  unit: FileTerm,
  isListed: boolean,
): Generator<ImportItem<FileTerm>> {
  const knownTerms = languages.flatMap((language: Language) => unit[language] ?? []);
  // A name that is the same in all languages is stored as a term that is not translated.
  if (knownTerms.length === languages.length && new Set(knownTerms).size === 1)
    unit = { ...unit, en: knownTerms[0] ?? null, vi: null, ja: null, do_not_translate: true };
  if (unit.note.length > maximumTermNoteLength)
    yield createSkippedItem(line, "NOTE_TOO_LONG", knownTerms[0] ?? "", String(unit.note.length));
  else if (knownTerms.length >= (unit.do_not_translate ? 1 : 2)) yield { kind: "unit", line, unit };
  else if (!isListed)
    yield createSkippedItem(line, knownTerms.length === 0 ? "EMPTY" : "ONE_LANGUAGE", knownTerms[0] ?? "");
}
