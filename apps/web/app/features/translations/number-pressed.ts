type KeyPress = Pick<KeyboardEvent, "altKey" | "ctrlKey" | "metaKey" | "shiftKey" | "isComposing" | "code">;

/** The digit 1 to 9 that was pressed together with Alt. Null for any other key. */
export function numberPressed(event: KeyPress): number | null {
  if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.isComposing) return null;
  // Uses the physical key: with Alt, macOS types another character. Alt with the number pad is left to
  // Windows.
  const digit = /^Digit([1-9])$/.exec(event.code)?.[1];
  return digit === undefined ? null : Number(digit);
}
