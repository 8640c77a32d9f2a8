import type { VisitorCalls } from "./calls.ts";
import type { PersonMessage } from "./talk.ts";

/** Milliseconds for which "is writing" is shown after each report. `typingLastsMs` of the contract. */
const typingLastsMs = 6_000;

/** What the visitor and people tell each other besides messages: who is writing, and what the visitor has seen. */
export function createTypingAndSeen(calls: Pick<VisitorCalls, "typing" | "seen">, onChange: () => void) {
  let stopTyping: ReturnType<typeof setTimeout> | null = null;
  let toldTypingAt = 0;
  let seenId: string | null = null;

  /** Shows that a person is writing, until no report has come for `typingLastsMs`. */
  function showTyping(isTyping: boolean): void {
    if (stopTyping !== null) clearTimeout(stopTyping);
    stopTyping = isTyping
      ? setTimeout(() => {
          stopTyping = null;
          onChange();
        }, typingLastsMs)
      : null;
  }

  return {
    showTyping,
    isPersonTyping: (): boolean => stopTyping !== null,

    /** Tells the people who answer that the visitor is writing. If a report is lost, the next one replaces it. */
    tellTyping(token: string | null): void {
      if (token === null || Date.now() - toldTypingAt < typingLastsMs / 2) return;
      toldTypingAt = Date.now();
      calls.typing(token).catch(() => {});
    },

    /** Tells the people who answer that the visitor has seen all these messages. */
    tellSeen(token: string | null, messages: readonly PersonMessage[]): void {
      const newest = messages.reduce<PersonMessage | null>(
        (last, message) => (last && last.created_at > message.created_at ? last : message),
        null,
      );
      if (token === null || newest === null || newest.id === seenId) return;
      seenId = newest.id;
      // If the report is lost, the next change, or the next time that the page becomes visible, sends it again.
      calls.seen(token, newest.id).catch(() => {
        seenId = null;
      });
    },

    forget(): void {
      seenId = null;
      showTyping(false);
    },
  };
}
