/** What of a keydown event decides whether Enter sends. */
export interface Key {
  readonly key: string;
  readonly keyCode: number;
  readonly isComposing: boolean;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/**
 * Whether this key sends the message: Enter, or where the writer wants new lines of it, Enter with Ctrl or Cmd. Never
 * the Enter that confirms what an input method composes: browsers mark it by `isComposing`, and Safari, which ends the
 * composition before the key arrives, by keyCode 229 alone.
 */
export function sends(key: Key, enterSends = true): boolean {
  if (key.key !== "Enter" || key.isComposing || key.keyCode === 229) return false;
  if (!enterSends) return key.ctrlKey || key.metaKey;
  return !key.shiftKey && !key.altKey;
}
