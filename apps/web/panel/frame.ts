import type { TokenKeeper } from "./token.ts";

/**
 * The messages that the page around the chat frame sends to the frame. `kakehashi:visit` contains the stored token, or
 * says that the page cannot store one.
 */
type PageMessage =
  | { type: "kakehashi:opened" }
  | { type: "kakehashi:closed" }
  | { type: "kakehashi:visit"; isKept: boolean; token: string | null };

/**
 * How many milliseconds to wait until the page around the chat frame answers. A page with an outdated `widget.js` never
 * answers.
 */
const maximumAnswerWaitMs = 1_000;

/**
 * Exchanges messages with `widget.js`, which shows the chat panel in a frame on another site. Does nothing if the panel
 * is opened as a page.
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

  /** The origin of the page around the frame, if it stores the visitor's token. Otherwise null. */
  let tokenKeeperOrigin: string | null = null;
  const tokenKeeper: TokenKeeper = {
    find: () =>
      new Promise((resolve) => {
        if (!isFramed) return resolve(undefined);
        setTimeout(() => resolve(undefined), maximumAnswerWaitMs);
        addEventListener("message", ({ source, origin, data }: MessageEvent<PageMessage | undefined>) => {
          if (source !== window.parent || data?.type !== "kakehashi:visit") return;
          // The header `frame-ancestors` lets only the bot's sites show this page in a frame. The origin "null" may
          // belong to any page, so such a page gets no token.
          if (!data.isKept || origin === "null") return resolve(undefined);
          tokenKeeperOrigin = origin;
          resolve(typeof data.token === "string" ? data.token : null);
        });
        post({ type: "kakehashi:find-visit" });
      }),
    storeToken(token) {
      if (tokenKeeperOrigin !== null)
        window.parent.postMessage({ type: "kakehashi:keep-visit", token }, tokenKeeperOrigin);
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
    tokenKeeper,
    /** Whether the visitor sees the chat panel. The page around the frame reports this. */
    isOpen: (): boolean => isOpen,
    /** Stores how many messages the visitor has received. */
    showCount(messageCount: number): void {
      receivedCount = messageCount;
      if (isOpen) seenCount = messageCount;
      postUnread();
    },
  };
}
