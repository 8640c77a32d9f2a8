/**
 * Copies text by selecting it, for browsers that give scripts no clipboard: over plain http, or when forbidden.
 * Restores the previous selection. Throws if the browser refuses.
 */
export function copyBySelection(text: string): void {
  const selection = getSelection();
  const before = selection?.rangeCount ? selection.getRangeAt(0) : null;
  const words = document.createElement("span");
  words.textContent = text;
  // Browsers do not copy hidden text, so it is clipped instead.
  words.style.cssText = "position:fixed;top:0;clip-path:inset(50%);white-space:pre;user-select:text";
  const put = (event: ClipboardEvent) => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
    // Other `copy` handlers must not change this text.
    event.stopImmediatePropagation();
  };
  addEventListener("copy", put, { capture: true, once: true });
  document.body.append(words);
  try {
    selection?.selectAllChildren(words);
    if (!document.execCommand("copy")) throw new Error("The browser does not copy.");
  } finally {
    removeEventListener("copy", put, { capture: true });
    words.remove();
    selection?.removeAllRanges();
    if (before) selection?.addRange(before);
  }
}
