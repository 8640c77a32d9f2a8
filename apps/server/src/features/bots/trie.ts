/**
 * A tree that maps texts to values. Each letter of a text leads to the next node. The node after the last letter has
 * the text's values.
 */
interface TrieNode<T> {
  readonly next: Map<string, TrieNode<T>>;
  readonly values: T[];
}

/** Returns an empty node. It may be the root of a new trie. */
export const newTrieNode = <T>(): TrieNode<T> => ({ next: new Map(), values: [] });

/** Adds a value to the trie under this text. A text can have several values. */
export function addToTrie<T>(root: TrieNode<T>, text: string, value: T): void {
  let node = root;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? "";
    let next = node.next.get(letter);
    if (!next) {
      next = newTrieNode();
      node.next.set(letter, next);
    }
    node = next;
  }
  node.values.push(value);
}

/**
 * Calls `onFound` for each text of the trie that begins at index `startIndex` of `text`. `end` is the index after the
 * found text.
 */
export function walkTrie<T>(
  root: TrieNode<T>,
  text: string,
  startIndex: number,
  onFound: (values: T[], end: number) => void,
) {
  let node: TrieNode<T> | undefined = root;
  for (let at = startIndex; at < text.length; at++) {
    node = node.next.get(text[at] ?? "");
    if (!node) return;
    if (node.values.length > 0) onFound(node.values, at + 1);
  }
}
