type KeyPress = Pick<KeyboardEvent, "altKey" | "ctrlKey" | "metaKey" | "shiftKey" | "isComposing" | "code">;

/** Whether Alt is the only pressed modifier key, and no input method is composing text. */
const hasOnlyAltModifier = ({ altKey, ctrlKey, metaKey, shiftKey, isComposing }: KeyPress) =>
  altKey && !ctrlKey && !metaKey && !shiftKey && !isComposing;

/** Returns the digit 1 to 9 that was pressed together with Alt. Null for any other key. */
export function readAltDigit(event: KeyPress): number | null {
  if (!hasOnlyAltModifier(event)) return null;
  // Use the physical key, because on macOS Alt changes the typed character. Ignore the number pad, because on Windows
  // Alt with the number pad types special characters.
  const digit = /^Digit([1-9])$/.exec(event.code)?.[1];
  return digit === undefined ? null : Number(digit);
}

/** Returns the letter that was pressed together with Alt, as a capital. Null for any other key. */
export function readAltLetter(event: KeyPress): string | null {
  // Use the physical key, because on macOS Alt changes the typed character.
  return hasOnlyAltModifier(event) ? (/^Key([A-Z])$/.exec(event.code)?.[1] ?? null) : null;
}
