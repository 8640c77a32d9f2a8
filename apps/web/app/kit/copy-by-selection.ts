/**
 * Copies by a selection of its own, where a browser has no clipboard for scripts: over plain http, or where it is
 * forbidden. What was selected before is selected again. Throws where the browser refuses this, too.
 */
export function copyBySelection(text: string): void {
  const selection = getSelection();
  const before = selection?.rangeCount ? selection.getRangeAt(0) : null;
  const words = document.createElement("span");
  words.textContent = text;
  // In sight of the browser, which copies nothing hidden, and not of the reader.
  words.style.cssText = "position:fixed;top:0;clip-path:inset(50%);white-space:pre;user-select:text";
  const put = (event: ClipboardEvent) => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
    // Nobody else makes something of this selection.
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
