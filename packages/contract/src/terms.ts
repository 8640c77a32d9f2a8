import type { Language } from "./languages.ts";
import { foldWithPositions } from "./translation-checks/folded.ts";

/** A glossary term found in a text, from index `start` up to, but not including, `end`, in UTF-16 code units. */
export interface FoundTerm<T> {
  readonly term: T;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface TermNode<T> {
  next: Map<string, TermNode<T>>;
  terms: T[];
}

const spacedLetterPattern = /[\p{Script=Latin}\p{N}\p{M}_]/u;
const katakanaLetterPattern = /[\u30a1-\u30fa\u30fc]/;
const pluralEndingPattern = /^(?:e?s)(?![\p{Script=Latin}\p{N}\p{M}_])/u;

/**
 * Creates a function that finds glossary terms in a text of one language. It reads the text once, and takes the longest
 * term at each position. In languages with spaces it finds only whole words, and in English also their plurals. In
 * Japanese it finds terms inside a sentence, but not テスト inside コンテスト.
 */
export function createTermFinder<T extends { readonly term: string }>(
  language: Language,
  terms: Iterable<T>,
): { find(text: string): FoundTerm<T>[] } {
  const root: TermNode<T> = { next: new Map(), terms: [] };
  for (const term of terms) {
    const { folded } = foldWithPositions(term.term.trim());
    if (folded === "") continue;
    let node = root;
    for (const unit of folded.split("")) {
      let nextNode = node.next.get(unit);
      if (!nextNode) {
        nextNode = { next: new Map(), terms: [] };
        node.next.set(unit, nextNode);
      }
      node = nextNode;
    }
    node.terms.push(term);
  }
  const wordSegmenter = new Intl.Segmenter("ja", { granularity: "word" });

  return {
    find(text) {
      const { folded, starts, ends } = foldWithPositions(text);
      let wordEdgeIndexes: Set<number> | undefined;
      const findWordEdges = () => {
        wordEdgeIndexes ??= new Set([...wordSegmenter.segment(folded)].map(({ index }) => index)).add(
          folded.length,
        );
        return wordEdgeIndexes;
      };
      const isWordEdge = (index: number): boolean => {
        const [characterBefore = "", characterAfter = ""] = [folded.charAt(index - 1), folded.charAt(index)];
        if (spacedLetterPattern.test(characterBefore) && spacedLetterPattern.test(characterAfter))
          return false;
        return (
          !(katakanaLetterPattern.test(characterBefore) && katakanaLetterPattern.test(characterAfter)) ||
          findWordEdges().has(index)
        );
      };
      const findTermEndIndex = (index: number): number | undefined => {
        if (isWordEdge(index)) return index;
        const ending =
          language === "en" ? pluralEndingPattern.exec(folded.slice(index, index + 3))?.[0] : undefined;
        return ending === undefined ? undefined : index + ending.length;
      };

      const matches: FoundTerm<T>[] = [];
      for (let index = 0; index < folded.length; ) {
        let longestMatch: { node: TermNode<T>; end: number } | undefined;
        if (isWordEdge(index)) {
          let node = root.next.get(folded.charAt(index));
          for (let end = index + 1; node; end++) {
            const termEndIndex = node.terms.length > 0 ? findTermEndIndex(end) : undefined;
            if (termEndIndex !== undefined) longestMatch = { node, end: termEndIndex };
            node = node.next.get(folded.charAt(end));
          }
        }
        if (!longestMatch) {
          index++;
          continue;
        }
        const start = starts[index] ?? 0;
        const end = ends[longestMatch.end - 1] ?? start;
        for (const term of longestMatch.node.terms)
          matches.push({ term, start, end, text: text.slice(start, end) });
        index = longestMatch.end;
      }
      return matches;
    },
  };
}
