import type { Live } from "../live/service.ts";

/** Milliseconds for which a conversation stays watched after the call of its visitor's page has ended. */
const watchAfterCallMs = 5_000;

/** Called at each change of the watched conversation. `isTyping` is true if a person is writing. */
type OnTypingChange = (isTyping: boolean) => void;

interface ConversationWatch {
  readonly listeners: Set<OnTypingChange>;
  /** Whether a person began to write while no call of the visitor's page was waiting. */
  missedTyping: boolean;
  end: () => void;
  endTimer?: NodeJS.Timeout;
}

/**
 * Watches conversations for the waiting HTTP calls of visitors' pages. A page calls again as soon as a call has ended.
 * If a person begins to write between two calls, the next call is told so, because nothing else would tell the page.
 * `isTypingOf` reads a live event and returns whether a person writes, or null if the visitor need not know of the
 * event.
 */
export function createTypingWatch(
  live: Pick<Live, "watchRoom">,
  isTypingOf: (body: string, visitorId: string | undefined) => boolean | null,
) {
  const watchesByConversation = new Map<string, ConversationWatch>();

  function beginWatch(conversationId: string, visitorId: string | undefined): ConversationWatch {
    const watch: ConversationWatch = { listeners: new Set(), missedTyping: false, end: () => {} };
    const stop = live.watchRoom(conversationId, (body) => {
      const isTyping = isTypingOf(body, visitorId);
      if (isTyping === null) return;
      if (watch.listeners.size === 0) watch.missedTyping = isTyping;
      for (const onChange of [...watch.listeners]) onChange(isTyping);
    });
    watch.end = () => {
      stop();
      watchesByConversation.delete(conversationId);
    };
    watchesByConversation.set(conversationId, watch);
    return watch;
  }

  return {
    /** Calls `onChange` at each change of the conversation until the returned function is called. */
    watch(conversationId: string, visitorId: string | undefined, onChange: OnTypingChange): () => void {
      const watch = watchesByConversation.get(conversationId) ?? beginWatch(conversationId, visitorId);
      clearTimeout(watch.endTimer);
      watch.listeners.add(onChange);
      if (watch.missedTyping) onChange(true);
      watch.missedTyping = false;
      return () => {
        watch.listeners.delete(onChange);
        if (watch.listeners.size === 0) watch.endTimer = setTimeout(watch.end, watchAfterCallMs).unref();
      };
    },
  };
}
