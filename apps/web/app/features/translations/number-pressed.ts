type Pressed = Pick<KeyboardEvent, "altKey" | "ctrlKey" | "metaKey" | "shiftKey" | "isComposing" | "code">;

/** 1 to 9 of Alt and a digit; null for any other key. */
export function numberPressed(event: Pressed): number | null {
  if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.isComposing) return null;
  // By the place on the keyboard: with Alt, macOS types another character. The number pad's Alt codes stay Windows' own.
  const digit = /^Digit([1-9])$/.exec(event.code)?.[1];
  return digit === undefined ? null : Number(digit);
}
