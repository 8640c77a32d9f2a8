import type { Live } from "../live/service.ts";

/**
 * Milliseconds for which a conversation stays watched after its visitor's page has stopped waiting, because the page
 * usually calls again at once.
 */
const watchAfterCallMs = 5_000;

/** Called at each change of the watched conversation. `isTyping` is true if a person is writing. */
type OnTypingChange = (isTyping: boolean) => void;

interface ConversationWatch {
  readonly listeners: Set<OnTypingChange>;
  /** Whether somebody began to write between two calls of the visitor's page. The next call then reports it. */
  hasMissedTyping: boolean;
  end: () => void;
  endTimer?: NodeJS.Timeout;
}

/**
 * Watches conversations while visitors' pages wait for changes by long polling. If somebody begins to write between two
 * calls of a page, the next call reports it. `isTypingOf` returns whether a live event says that somebody writes, or
 * null for events that do not concern the visitor.
 */
export function createTypingWatch(
  live: Pick<Live, "watchRoom">,
  isTypingOf: (body: string, visitorId: string | undefined) => boolean | null,
) {
  const watchesByConversation = new Map<string, ConversationWatch>();

  function beginWatch(conversationId: string, visitorId: string | undefined): ConversationWatch {
    const conversationWatch: ConversationWatch = {
      listeners: new Set(),
      hasMissedTyping: false,
      end: () => {},
    };
    const stopWatching = live.watchRoom(conversationId, (body) => {
      const isTyping = isTypingOf(body, visitorId);
      if (isTyping === null) return;
      if (conversationWatch.listeners.size === 0) conversationWatch.hasMissedTyping = isTyping;
      for (const onChange of [...conversationWatch.listeners]) onChange(isTyping);
    });
    conversationWatch.end = () => {
      stopWatching();
      watchesByConversation.delete(conversationId);
    };
    watchesByConversation.set(conversationId, conversationWatch);
    return conversationWatch;
  }

  return {
    /** Calls `onChange` at each change of the conversation until the returned function is called. */
    watch(conversationId: string, visitorId: string | undefined, onChange: OnTypingChange): () => void {
      const conversationWatch =
        watchesByConversation.get(conversationId) ?? beginWatch(conversationId, visitorId);
      clearTimeout(conversationWatch.endTimer);
      conversationWatch.listeners.add(onChange);
      if (conversationWatch.hasMissedTyping) onChange(true);
      conversationWatch.hasMissedTyping = false;
      return () => {
        conversationWatch.listeners.delete(onChange);
        if (conversationWatch.listeners.size === 0)
          conversationWatch.endTimer = setTimeout(conversationWatch.end, watchAfterCallMs).unref();
      };
    },
  };
}
