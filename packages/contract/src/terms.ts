import type { Language } from "./languages.ts";
import { foldWithPlaces } from "./translation-checks/folded.ts";

/** A glossary term found in a text, from `start` to before `end` in UTF-16 code units. */
export interface FoundTerm<T> {
  readonly term: T;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface Node<T> {
  next: Map<string, Node<T>>;
  terms: T[];
}

const spaced = /[\p{Script=Latin}\p{N}\p{M}_]/u;
const katakana = /[\u30a1-\u30fa\u30fc]/;
const plural = /^(?:e?s)(?![\p{Script=Latin}\p{N}\p{M}_])/u;

/**
 * Creates a function that finds glossary terms in a text of one language, in one pass. At each place it finds
 * the longest term. In languages with spaces it finds whole words, in English also their plurals. In Japanese
 * it finds terms inside a sentence, but not テスト in コンテスト.
 */
export function createTermFinder<T extends { readonly term: string }>(
  language: Language,
  terms: Iterable<T>,
): { find(text: string): FoundTerm<T>[] } {
  const root: Node<T> = { next: new Map(), terms: [] };
  for (const term of terms) {
    const { folded } = foldWithPlaces(term.term.trim());
    if (folded === "") continue;
    let node = root;
    for (const unit of folded.split("")) {
      let next = node.next.get(unit);
      if (!next) {
        next = { next: new Map(), terms: [] };
        node.next.set(unit, next);
      }
      node = next;
    }
    node.terms.push(term);
  }
  const segmenter = new Intl.Segmenter("ja", { granularity: "word" });

  return {
    find(text) {
      const { folded, starts, ends } = foldWithPlaces(text);
      let edges: Set<number> | undefined;
      const edgesOfWords = () => {
        edges ??= new Set([...segmenter.segment(folded)].map(({ index }) => index)).add(folded.length);
        return edges;
      };
      const isEdge = (at: number): boolean => {
        const [before = "", after = ""] = [folded.charAt(at - 1), folded.charAt(at)];
        if (spaced.test(before) && spaced.test(after)) return false;
        return !(katakana.test(before) && katakana.test(after)) || edgesOfWords().has(at);
      };
      const lastPieceAt = (at: number): number | undefined => {
        if (isEdge(at)) return at;
        const ending = language === "en" ? plural.exec(folded.slice(at, at + 3))?.[0] : undefined;
        return ending === undefined ? undefined : at + ending.length;
      };

      const matches: FoundTerm<T>[] = [];
      for (let at = 0; at < folded.length; ) {
        let longestMatch: { node: Node<T>; end: number } | undefined;
        if (isEdge(at)) {
          let node = root.next.get(folded.charAt(at));
          for (let end = at + 1; node; end++) {
            const lastPiece = node.terms.length > 0 ? lastPieceAt(end) : undefined;
            if (lastPiece !== undefined) longestMatch = { node, end: lastPiece };
            node = node.next.get(folded.charAt(end));
          }
        }
        if (!longestMatch) {
          at++;
          continue;
        }
        const start = starts[at] ?? 0;
        const end = ends[longestMatch.end - 1] ?? start;
        for (const term of longestMatch.node.terms)
          matches.push({ term, start, end, text: text.slice(start, end) });
        at = longestMatch.end;
      }
      return matches;
    },
  };
}
