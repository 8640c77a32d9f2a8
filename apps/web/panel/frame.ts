import type { OuterTokenStore } from "./token.ts";

/**
 * The messages from the page around the chat frame to the frame. `kakehashi:visit` contains the stored token, or says
 * that the page cannot store one.
 */
type PageMessage =
  | { type: "kakehashi:opened" }
  | { type: "kakehashi:closed" }
  | { type: "kakehashi:visit"; isKept: boolean; token: string | null };

/**
 * The frame waits this many milliseconds for a message from the page around it. A page with an outdated `widget.js`
 * never sends one.
 */
const maximumAnswerWaitMs = 1_000;

/**
 * Exchanges messages with `widget.js`, which embeds the chat panel in another site. Does nothing if the panel is a page
 * of its own.
 */
export function createFrameChannel(onOpen: () => void) {
  const isFramed = window.parent !== window;
  let isOpen = true;
  let seenMessageCount = 0;
  let receivedMessageCount = 0;
  const postToParent = (message: object) => {
    if (isFramed) window.parent.postMessage(message, "*");
  };
  const postUnreadCount = () =>
    postToParent({
      type: "kakehashi:unread",
      count: isOpen ? 0 : Math.max(0, receivedMessageCount - seenMessageCount),
    });

  addEventListener("message", ({ source, data }: MessageEvent<PageMessage | undefined>) => {
    if (source !== window.parent) return;
    if (data?.type === "kakehashi:opened") {
      isOpen = true;
      onOpen();
      document.querySelector<HTMLElement>("textarea, input")?.focus();
    } else if (data?.type === "kakehashi:closed") isOpen = false;
    else return;
    seenMessageCount = receivedMessageCount;
    postUnreadCount();
  });

  /** The origin of the page around the frame, if that page stores the visitor's token. Otherwise null. */
  let outerTokenStoreOrigin: string | null = null;
  const outerTokenStore: OuterTokenStore = {
    findToken: () =>
      new Promise((resolve) => {
        if (!isFramed) return resolve(undefined);
        setTimeout(() => resolve(undefined), maximumAnswerWaitMs);
        addEventListener("message", ({ source, origin, data }: MessageEvent<PageMessage | undefined>) => {
          if (source !== window.parent || data?.type !== "kakehashi:visit") return;
          // The CSP directive `frame-ancestors` allows only the bot's sites to embed this page. But the origin "null"
          // may belong to any page, so it gets no token.
          if (!data.isKept || origin === "null") return resolve(undefined);
          outerTokenStoreOrigin = origin;
          resolve(typeof data.token === "string" ? data.token : null);
        });
        postToParent({ type: "kakehashi:find-visit" });
      }),
    storeToken(token) {
      if (outerTokenStoreOrigin !== null)
        window.parent.postMessage({ type: "kakehashi:keep-visit", token }, outerTokenStoreOrigin);
    },
  };

  const closeFrame = () => postToParent({ type: "kakehashi:close" });
  if (isFramed)
    addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !event.isComposing) closeFrame();
    });

  return {
    isFramed,
    close: closeFrame,
    tokenKeeper: outerTokenStore,
    /** Whether the visitor sees the chat panel, as reported by the page around the frame. */
    isOpen: (): boolean => isOpen,
    /** Stores how many messages the visitor has received. */
    showCount(messageCount: number): void {
      receivedMessageCount = messageCount;
      if (isOpen) seenMessageCount = messageCount;
      postUnreadCount();
    },
  };
}
