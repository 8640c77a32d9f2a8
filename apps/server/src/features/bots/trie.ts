/**
 * A tree that maps texts to values. Each letter of a text leads to the next node. The node after the last letter has
 * the text's values.
 */
interface TrieNode<T> {
  readonly next: Map<string, TrieNode<T>>;
  readonly values: T[];
}

/** Returns an empty node. It may be the root of a new trie. */
export const createTrieNode = <T>(): TrieNode<T> => ({ next: new Map(), values: [] });

/** Adds a value to the trie under this text. A text can have several values. */
export function addToTrie<T>(root: TrieNode<T>, text: string, value: T): void {
  let node = root;
  for (let letterIndex = 0; letterIndex < text.length; letterIndex++) {
    const letter = text[letterIndex] ?? "";
    let childNode = node.next.get(letter);
    if (!childNode) {
      childNode = createTrieNode();
      node.next.set(letter, childNode);
    }
    node = childNode;
  }
  node.values.push(value);
}

/**
 * Calls `onWordFound` for each text of the trie that begins at index `startIndex` of `text`. `end` is the index after the
 * found text.
 */
export function walkTrie<T>(
  root: TrieNode<T>,
  text: string,
  startIndex: number,
  onWordFound: (values: T[], end: number) => void,
) {
  let node: TrieNode<T> | undefined = root;
  for (let letterIndex = startIndex; letterIndex < text.length; letterIndex++) {
    node = node.next.get(text[letterIndex] ?? "");
    if (!node) return;
    if (node.values.length > 0) onWordFound(node.values, letterIndex + 1);
  }
}
