/**
 * The messages that the page around the panel sends. Any page can send them, so they contain nothing secret.
 */
type FromPage = { type: "kakehashi:opened" } | { type: "kakehashi:closed" };

/**
 * Talks to `widget.js`, which shows the panel in a frame on another site. Does nothing if the panel is
 * opened as a page.
 */
export function createFrame(onOpen: () => void) {
  const isFramed = window.parent !== window;
  let isOpen = true;
  let seen = 0;
  let count = 0;
  const post = (message: object) => {
    if (isFramed) window.parent.postMessage(message, "*");
  };
  const postUnread = () => post({ type: "kakehashi:unread", count: isOpen ? 0 : Math.max(0, count - seen) });

  addEventListener("message", ({ source, data }: MessageEvent<FromPage | undefined>) => {
    if (source !== window.parent) return;
    if (data?.type === "kakehashi:opened") {
      isOpen = true;
      onOpen();
      document.querySelector<HTMLElement>("textarea, input")?.focus();
    } else if (data?.type === "kakehashi:closed") isOpen = false;
    else return;
    seen = count;
    postUnread();
  });

  const close = () => post({ type: "kakehashi:close" });
  if (isFramed)
    addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !event.isComposing) close();
    });

  return {
    isFramed,
    close,
    /** Whether the visitor sees the panel. The page around the panel reports this. */
    isOpen: (): boolean => isOpen,
    /** Stores the number of messages that the visitor has got so far. */
    showCount(said: number): void {
      count = said;
      if (isOpen) seen = said;
      postUnread();
    },
  };
}
