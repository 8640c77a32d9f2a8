import type { ColouredPiece } from "../../kit/code/code.ts";

/** A chunk of code has this many lines. It is rendered and coloured as a whole. */
export const linesPerChunk = 100;
/**
 * A chunk of code that has more coloured pieces than this is shown without colours. An example is a file that consists
 * of a single long line.
 */
const maximumPieces = 4_000;

/** Consecutive lines of code that are rendered together. */
export interface CodeChunk {
  /** The line number of the chunk's first line. The first line of the whole code has the number 1. */
  readonly firstLineNumber: number;
  readonly lineCount: number;
  /** The text of the chunk, without the line break at its end. */
  readonly text: string;
  readonly startOffset: number;
}

/** Splits a text into chunks of lines. A line break at the end of the text does not begin another line. */
export function splitIntoChunks(text: string): CodeChunk[] {
  const textWithoutLastBreak = text.endsWith("\n") ? text.slice(0, -1) : text;
  const chunks: CodeChunk[] = [];
  let chunkStart = 0;
  let firstLine = 1;
  for (;;) {
    let chunkEnd = chunkStart - 1;
    let count = 0;
    while (count < linesPerChunk && chunkEnd < textWithoutLastBreak.length) {
      const nextBreakIndex = textWithoutLastBreak.indexOf("\n", chunkEnd + 1);
      chunkEnd = nextBreakIndex === -1 ? textWithoutLastBreak.length : nextBreakIndex;
      count++;
    }
    chunks.push({
      firstLineNumber: firstLine,
      lineCount: count,
      text: textWithoutLastBreak.slice(chunkStart, chunkEnd),
      startOffset: chunkStart,
    });
    if (chunkEnd >= textWithoutLastBreak.length) return chunks;
    chunkStart = chunkEnd + 1;
    firstLine += count;
  }
}

/** Distributes the coloured pieces of a text to its chunks of lines. Null for a chunk that stays without colours. */
export function splitPiecesByChunk(
  chunks: readonly CodeChunk[],
  colouredPieces: readonly ColouredPiece[],
): (ColouredPiece[] | null)[] {
  let index = 0;
  /** The position in the whole text where the current coloured piece begins. */
  let pieceStart = 0;
  return chunks.map(({ startOffset: start, text }) => {
    const endOfChunk = start + text.length;
    const chunkPieces: ColouredPiece[] = [];
    for (;;) {
      const colouredPiece = colouredPieces[index];
      if (!colouredPiece) break;
      const [words, kind] = colouredPiece;
      const textInChunk = words.slice(Math.max(0, start - pieceStart), Math.max(0, endOfChunk - pieceStart));
      if (textInChunk !== "") chunkPieces.push([textInChunk, kind]);
      // If the coloured piece extends into the next chunk, keep it for that chunk.
      if (pieceStart + words.length > endOfChunk) break;
      pieceStart += words.length;
      index++;
    }
    return chunkPieces.length > maximumPieces ? null : chunkPieces;
  });
}

/** A range of code lines, from its first line to its last line. Line numbers begin at 1. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Reads a range of lines from a hash, such as `#L10` or `#L10-L20`, or from a typed text, such as `10-20`. Null if the
 * code has no such lines.
 */
export function parseLineRange(text: string, lineCount: number): LineRange | null {
  const [, firstNumber = "", secondNumber = firstNumber] =
    /^#?L?(\d{1,6})(?:\s*-\s*L?(\d{1,6}))?$/i.exec(text.trim()) ?? [];
  const [from, to] = [Number(firstNumber), Number(secondNumber)].sort((a, b) => a - b);
  if (!from || !to || from > lineCount) return null;
  return { from, to: Math.min(to, lineCount) };
}

/** Returns the hash with which a page's address marks these code lines. */
export const lineRangeHash = ({ from, to }: LineRange): string =>
  from === to ? `#L${from}` : `#L${from}-L${to}`;

/** Matches invisible characters, and characters that change the direction of text. */
const hiddenCharacters =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are made visible.
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

const codePointMarkOf = (character: string) =>
  `⟨U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`;

/** Replaces hidden characters by their code points, so that readers see the code as it really runs. */
export const replaceHiddenCharacters = (text: string): string =>
  text.replace(hiddenCharacters, codePointMarkOf);

export const hasHiddenCharacters = (text: string): boolean => text.search(hiddenCharacters) >= 0;
