import type { Live } from "../live/service.ts";

/**
 * Milliseconds for which a conversation is still watched after a long poll of the visitor's page has ended, because the
 * page usually starts the next poll at once.
 */
const watchAfterCallMs = 5_000;

/** Called at each change of the watched conversation. `isTyping` is true if a person is typing. */
type OnTypingChange = (isTyping: boolean) => void;

interface ConversationWatch {
  readonly listeners: Set<OnTypingChange>;
  /** Whether somebody began to type between two long polls. The next poll then reports it. */
  hasMissedTyping: boolean;
  end: () => void;
  endTimer?: NodeJS.Timeout;
}

/**
 * Watches conversations for the long polls of visitors' pages. If somebody begins to type between two polls, the next
 * poll reports it. `isTypingOf` returns whether a live event says that somebody is typing. It returns null for events
 * that do not concern the visitor.
 */
export function createTypingWatchForVisitors(
  liveChannel: Pick<Live, "watchRoom">,
  isTypingOf: (body: string, visitorId: string | undefined) => boolean | null,
) {
  const watchesByConversation = new Map<string, ConversationWatch>();

  function beginWatch(conversationId: string, visitorId: string | undefined): ConversationWatch {
    const conversationWatch: ConversationWatch = {
      listeners: new Set(),
      hasMissedTyping: false,
      end: () => {},
    };
    const stopWatching = liveChannel.watchRoom(conversationId, (body) => {
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
    /** Calls `onChange` at each change of the conversation. Ends when the returned function is called. */
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
