type KeyPress = Pick<KeyboardEvent, "altKey" | "ctrlKey" | "metaKey" | "shiftKey" | "isComposing" | "code">;

/** Whether Alt alone is held, outside of an input method. */
const isWithAltAlone = ({ altKey, ctrlKey, metaKey, shiftKey, isComposing }: KeyPress) =>
  altKey && !ctrlKey && !metaKey && !shiftKey && !isComposing;

/** The digit 1 to 9 that was pressed together with Alt. Null for any other key. */
export function numberPressed(event: KeyPress): number | null {
  if (!isWithAltAlone(event)) return null;
  // Uses the physical key: with Alt, macOS types another character. Alt with the number pad is left to
  // Windows.
  const digit = /^Digit([1-9])$/.exec(event.code)?.[1];
  return digit === undefined ? null : Number(digit);
}

/** The letter, as a capital, that was pressed together with Alt. Null for any other key. */
export function letterPressed(event: KeyPress): string | null {
  // The physical key too: with Option, macOS types another character.
  return isWithAltAlone(event) ? (/^Key([A-Z])$/.exec(event.code)?.[1] ?? null) : null;
}
