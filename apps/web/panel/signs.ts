import type { VisitorApi } from "./calls.ts";
import type { AgentMessage } from "./transcript.ts";

/**
 * The text "is writing" disappears this many milliseconds after the last signal. The contract has the same number as
 * `typingDurationMs`.
 */
const typingDurationMs = 6_000;

/**
 * Exchanges two signals between the visitor and the agents: who is writing, and which messages the visitor has seen.
 */
export function createTypingAndSeenSignals(
  visitorApi: Pick<VisitorApi, "typing" | "seen">,
  onChange: () => void,
) {
  let typingTimer: ReturnType<typeof setTimeout> | null = null;
  let typingReportedAtMs = 0;
  let lastSeenMessageId: string | null = null;

  /** Shows that an agent is writing, until no signal has come for `typingDurationMs`. */
  function showTyping(isTyping: boolean): void {
    if (typingTimer !== null) clearTimeout(typingTimer);
    typingTimer = isTyping
      ? setTimeout(() => {
          typingTimer = null;
          onChange();
        }, typingDurationMs)
      : null;
  }

  return {
    showTyping,
    isPersonTyping: (): boolean => typingTimer !== null,

    /** Tells the agents that the visitor is writing. Ignores a failure, because the next signal follows soon. */
    tellTyping(token: string | null): void {
      if (token === null || Date.now() - typingReportedAtMs < typingDurationMs / 2) return;
      typingReportedAtMs = Date.now();
      visitorApi.typing(token).catch(() => {});
    },

    /** Tells the agents that the visitor has seen all these messages. */
    tellSeen(token: string | null, messages: readonly AgentMessage[]): void {
      const newestMessage = messages.reduce<AgentMessage | null>(
        (newestSoFar, message) =>
          newestSoFar && newestSoFar.created_at > message.created_at ? newestSoFar : message,
        null,
      );
      if (token === null || newestMessage === null || newestMessage.id === lastSeenMessageId) return;
      lastSeenMessageId = newestMessage.id;
      // If the report fails, it is sent again with the next change, or when the page becomes visible again.
      visitorApi.seen(token, newestMessage.id).catch(() => {
        lastSeenMessageId = null;
      });
    },

    forget(): void {
      lastSeenMessageId = null;
      showTyping(false);
    },
  };
}
