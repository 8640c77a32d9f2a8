/**
 * Copies a text by selecting it. This works where scripts have no access to the clipboard: on plain http, or if the
 * person forbids it. Restores the previous selection. Throws if the browser refuses to copy.
 */
export function copyBySelection(text: string): void {
  const selection = getSelection();
  const previousRange = selection?.rangeCount ? selection.getRangeAt(0) : null;
  const copiedText = document.createElement("span");
  copiedText.textContent = text;
  // Browsers do not copy text with `display: none`, so the element is clipped instead.
  copiedText.style.cssText = "position:fixed;top:0;clip-path:inset(50%);white-space:pre;user-select:text";
  const setClipboardData = (event: ClipboardEvent) => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
    // Stop the event, so that no other `copy` handler of the page changes the text.
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
