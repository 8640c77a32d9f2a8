import type { TokenKeeper } from "./token.ts";

/**
 * The messages that the page around the panel sends to it. `kakehashi:visit` contains the stored token, or says that
 * the page cannot store one.
 */
type PageMessage =
  | { type: "kakehashi:opened" }
  | { type: "kakehashi:closed" }
  | { type: "kakehashi:visit"; isKept: boolean; token: string | null };

/**
 * How long to wait for the answer of the page around the panel. That page answers at once, unless it has an old
 * `widget.js`, which ignores the question.
 */
const maximumAnswerWaitMs = 1_000;

/**
 * Talks to `widget.js`, which shows the panel in a frame on another site. Does nothing if the panel is
 * opened as a page.
 */
export function createFrame(onOpen: () => void) {
  const isFramed = window.parent !== window;
  let isOpen = true;
  let seenCount = 0;
  let receivedCount = 0;
  const post = (message: object) => {
    if (isFramed) window.parent.postMessage(message, "*");
  };
  const postUnread = () =>
    post({ type: "kakehashi:unread", count: isOpen ? 0 : Math.max(0, receivedCount - seenCount) });

  addEventListener("message", ({ source, data }: MessageEvent<PageMessage | undefined>) => {
    if (source !== window.parent) return;
    if (data?.type === "kakehashi:opened") {
      isOpen = true;
      onOpen();
      document.querySelector<HTMLElement>("textarea, input")?.focus();
    } else if (data?.type === "kakehashi:closed") isOpen = false;
    else return;
    seenCount = receivedCount;
    postUnread();
  });

  /** The origin of the page that keeps the token. Null if none does. */
  let keeperOrigin: string | null = null;
  const keeper: TokenKeeper = {
    find: () =>
      new Promise((resolve) => {
        if (!isFramed) return resolve(undefined);
        setTimeout(() => resolve(undefined), maximumAnswerWaitMs);
        addEventListener("message", ({ source, origin, data }: MessageEvent<PageMessage | undefined>) => {
          if (source !== window.parent || data?.type !== "kakehashi:visit") return;
          // The header `frame-ancestors` lets only the bot's sites show this page. A page with the origin "null" could
          // not be told from others, so it gets no token.
          if (!data.isKept || origin === "null") return resolve(undefined);
          keeperOrigin = origin;
          resolve(typeof data.token === "string" ? data.token : null);
        });
        post({ type: "kakehashi:find-visit" });
      }),
    keep(token) {
      if (keeperOrigin !== null)
        window.parent.postMessage({ type: "kakehashi:keep-visit", token }, keeperOrigin);
    },
  };

  const close = () => post({ type: "kakehashi:close" });
  if (isFramed)
    addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !event.isComposing) close();
    });

  return {
    isFramed,
    close,
    keeper,
    /** Whether the visitor sees the panel. The page around the panel reports this. */
    isOpen: (): boolean => isOpen,
    /** Stores the number of messages that the visitor has got so far. */
    showCount(messageCount: number): void {
      receivedCount = messageCount;
      if (isOpen) seenCount = messageCount;
      postUnread();
    },
  };
}
