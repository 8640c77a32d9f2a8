/**
 * Copies a text by selecting it, and restores the former selection. This works even if scripts may not access the
 * clipboard, as on plain http or if the person forbids it. Throws if the browser refuses to copy.
 */
export function copyTextBySelecting(text: string): void {
  const selection = getSelection();
  const previousRange = selection?.rangeCount ? selection.getRangeAt(0) : null;
  const copiedText = document.createElement("span");
  copiedText.textContent = text;
  // Clip the element instead of hiding it, because browsers do not copy text with `display: none`.
  copiedText.style.cssText = "position:fixed;top:0;clip-path:inset(50%);white-space:pre;user-select:text";
  const setClipboardData = (event: ClipboardEvent) => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
    // Stop the event, because another `copy` handler of the page would change the text.
    event.stopImmediatePropagation();
  };
  addEventListener("copy", setClipboardData, { capture: true, once: true });
  document.body.append(copiedText);
  try {
    selection?.selectAllChildren(copiedText);
    if (!document.execCommand("copy")) throw new Error("The browser does not copy.");
  } finally {
    removeEventListener("copy", setClipboardData, { capture: true });
    copiedText.remove();
    selection?.removeAllRanges();
    if (previousRange) selection?.addRange(previousRange);
  }
}
