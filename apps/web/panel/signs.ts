import type { VisitorCalls } from "./calls.ts";
import type { PersonMessage } from "./transcript.ts";

/**
 * The text "is writing" is shown for this many milliseconds after each report. The same number as `typingLastsMs` of
 * the contract.
 */
const typingLastsMs = 6_000;

/**
 * Exchanges signals between the visitor and the agents besides messages: who is writing, and what the visitor has seen.
 */
export function createTypingAndSeenReports(
  calls: Pick<VisitorCalls, "typing" | "seen">,
  onChange: () => void,
) {
  let typingTimer: ReturnType<typeof setTimeout> | null = null;
  let typingReportedAtMs = 0;
  let seenId: string | null = null;

  /** Shows that an agent is writing, until no report has come for `typingLastsMs`. */
  function showTyping(isTyping: boolean): void {
    if (typingTimer !== null) clearTimeout(typingTimer);
    typingTimer = isTyping
      ? setTimeout(() => {
          typingTimer = null;
          onChange();
        }, typingLastsMs)
      : null;
  }

  return {
    showTyping,
    isPersonTyping: (): boolean => typingTimer !== null,

    /**
     * Tells the agents that the visitor is writing. A lost report is not repeated, because the next one replaces it.
     */
    tellTyping(token: string | null): void {
      if (token === null || Date.now() - typingReportedAtMs < typingLastsMs / 2) return;
      typingReportedAtMs = Date.now();
      calls.typing(token).catch(() => {});
    },

    /** Tells the agents that the visitor has seen all these messages. */
    tellSeen(token: string | null, messages: readonly PersonMessage[]): void {
      const newestMessage = messages.reduce<PersonMessage | null>(
        (last, message) => (last && last.created_at > message.created_at ? last : message),
        null,
      );
      if (token === null || newestMessage === null || newestMessage.id === seenId) return;
      seenId = newestMessage.id;
      // If the report of seen messages is lost, it is sent again with the next change, or the next time that the page
      // becomes visible.
      calls.seen(token, newestMessage.id).catch(() => {
        seenId = null;
      });
    },

    forget(): void {
      seenId = null;
      showTyping(false);
    },
  };
}
