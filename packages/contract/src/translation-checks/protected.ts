/** The kinds of text that a translation must not change. */
export const protectedKinds = ["code", "mention", "url", "placeholder"] as const;
export type ProtectedKind = (typeof protectedKinds)[number];

/** A piece of a text from index `start` up to, but not including, `end`, in UTF-16 code units. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}
export interface ProtectedSpan extends TextSpan {
  readonly kind: ProtectedKind;
}

const mentionPattern =
  /@\[([^\]\n]{1,200})\]\(([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\)/g;
const everybodyPattern = /(?<![\p{L}\p{N}_@.])@all(?![\p{Script=Latin}\p{N}_])/gu;
/** Matches a URL up to a space, a bracket, a quote, or a letter of a script without spaces. */
const urlPattern = /https?:\/\/[^\s<>"'`「」『』（）()[\]{}、。，！？\u3040-\u30ff\u4e00-\u9fff]{1,2000}/g;
const sentenceEndPattern = /[.,;:!?]$/;
const placeholderPattern =
  /\{\{[^{}\n]{1,60}\}\}|\$\{[^{}\n]{1,60}\}|\{[\w.-]{1,60}\}|%\([\w.-]{1,60}\)[sd]|(?<![\d%])%(?:\d\$)?[sd@](?![a-zA-Z0-9])/g;

/**
 * Finds Markdown code in backquotes. Code begins with some backquotes in a row and ends with the next equal number of
 * them. Reads each row of backquotes only once, so it takes linear time.
 */
function findCodeSpans(text: string): TextSpan[] {
  const runs = [...text.matchAll(/`+/g)].map(({ 0: signs, index }) => ({
    length: signs.length,
    start: index,
  }));
  // For each number of backquotes in a row: the positions of later rows with this number, which can close a piece of
  // code.
  const positionsBySign = new Map<number, number[]>();
  for (let index = runs.length - 1; index >= 0; index--) {
    const { length } = runs[index] ?? { length: 0 };
    const list = positionsBySign.get(length);
    if (list) list.push(index);
    else positionsBySign.set(length, [index]);
  }
  const spans: TextSpan[] = [];
  for (let index = 0; index < runs.length; index++) {
    const run = runs[index];
    if (!run) break;
    const list = positionsBySign.get(run.length) ?? [];
    while (list.length > 0 && (list.at(-1) ?? 0) <= index) list.pop();
    const closingIndex = list.at(-1);
    const close = closingIndex === undefined ? undefined : runs[closingIndex];
    if (closingIndex === undefined || !close) continue;
    const end = close.start + close.length;
    spans.push({ start: run.start, end, text: text.slice(run.start, end) });
    index = closingIndex;
  }
  return spans;
}

/** Overwrites the pieces of a text in `spans` with NUL characters, so that all other positions stay the same. */
export function replaceWithNulCharacters(text: string, spans: readonly TextSpan[]): string {
  let blankedText = "";
  let at = 0;
  for (const { start, end } of spans) {
    blankedText += text.slice(at, start) + "\u0000".repeat(end - start);
    at = end;
  }
  return blankedText + text.slice(at);
}

/** Returns the pieces of a text that a translation must not change, in their order. */
export function findProtectedSpans(text: string): ProtectedSpan[] {
  const spans: ProtectedSpan[] = findCodeSpans(text).map((span) => ({ ...span, kind: "code" }));
  let remainingText = replaceWithNulCharacters(text, spans);
  const takeSpansOfKind = (kind: ProtectedKind, pattern: RegExp) => {
    const takenSpans: ProtectedSpan[] = [];
    for (const { 0: whole, index } of remainingText.matchAll(pattern)) {
      let piece = whole.includes("\u0000") ? whole.slice(0, whole.indexOf("\u0000")) : whole;
      if (kind === "url") while (sentenceEndPattern.test(piece)) piece = piece.slice(0, -1);
      if (piece) takenSpans.push({ kind, start: index, end: index + piece.length, text: piece });
    }
    remainingText = replaceWithNulCharacters(remainingText, takenSpans);
    spans.push(...takenSpans);
  };
  takeSpansOfKind("mention", mentionPattern);
  takeSpansOfKind("mention", everybodyPattern);
  takeSpansOfKind("url", urlPattern);
  takeSpansOfKind("placeholder", placeholderPattern);
  return spans.sort((a, b) => a.start - b.start);
}
