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
 * Finds Markdown code in backquotes. Code begins with a row of backquotes and ends with the next row of the same
 * length. Each row is read only once, so the function takes linear time.
 */
function findCodeSpans(text: string): TextSpan[] {
  const backquoteRuns = [...text.matchAll(/`+/g)].map(({ 0: backquoteText, index }) => ({
    length: backquoteText.length,
    start: index,
  }));
  // For each number of backquotes in a row: the positions of later rows with this number, which can close a piece of
  // code.
  const positionsBySign = new Map<number, number[]>();
  for (let index = backquoteRuns.length - 1; index >= 0; index--) {
    const { length } = backquoteRuns[index] ?? { length: 0 };
    const list = positionsBySign.get(length);
    if (list) list.push(index);
    else positionsBySign.set(length, [index]);
  }
  const spans: TextSpan[] = [];
  for (let index = 0; index < backquoteRuns.length; index++) {
    const openingRun = backquoteRuns[index];
    if (!openingRun) break;
    const list = positionsBySign.get(openingRun.length) ?? [];
    while (list.length > 0 && (list.at(-1) ?? 0) <= index) list.pop();
    const closingIndex = list.at(-1);
    const closingRun = closingIndex === undefined ? undefined : backquoteRuns[closingIndex];
    if (closingIndex === undefined || !closingRun) continue;
    const end = closingRun.start + closingRun.length;
    spans.push({ start: openingRun.start, end, text: text.slice(openingRun.start, end) });
    index = closingIndex;
  }
  return spans;
}

/** Overwrites the pieces of a text in `spans` with NUL characters, so that all other positions stay the same. */
export function replaceWithNulCharacters(text: string, spans: readonly TextSpan[]): string {
  let blankedText = "";
  let textPosition = 0;
  for (const { start, end } of spans) {
    blankedText += text.slice(textPosition, start) + "\u0000".repeat(end - start);
    textPosition = end;
  }
  return blankedText + text.slice(textPosition);
}

/** Returns the pieces of a text that a translation must not change, in their order. */
export function findProtectedSpans(text: string): ProtectedSpan[] {
  const spans: ProtectedSpan[] = findCodeSpans(text).map((span) => ({ ...span, kind: "code" }));
  let remainingText = replaceWithNulCharacters(text, spans);
  const takeSpansOfKind = (kind: ProtectedKind, pattern: RegExp) => {
    const takenSpans: ProtectedSpan[] = [];
    for (const { 0: matchedText, index } of remainingText.matchAll(pattern)) {
      let protectedText = matchedText.includes("\u0000")
        ? matchedText.slice(0, matchedText.indexOf("\u0000"))
        : matchedText;
      if (kind === "url")
        while (sentenceEndPattern.test(protectedText)) protectedText = protectedText.slice(0, -1);
      if (protectedText)
        takenSpans.push({ kind, start: index, end: index + protectedText.length, text: protectedText });
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
