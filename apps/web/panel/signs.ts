import type { VisitorCalls } from "./calls.ts";
import type { PersonMessage } from "./transcript.ts";

/** Milliseconds for which "is writing" is shown after each report. `typingLastsMs` of the contract. */
const typingLastsMs = 6_000;

/** What the visitor and people tell each other besides messages: who is writing, and what the visitor has seen. */
export function createTypingAndSeen(calls: Pick<VisitorCalls, "typing" | "seen">, onChange: () => void) {
  let typingTimer: ReturnType<typeof setTimeout> | null = null;
  let typingReportedAtMs = 0;
  let seenId: string | null = null;

  /** Shows that a person is writing, until no report has come for `typingLastsMs`. */
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

    /** Tells the people who answer that the visitor is writing. If a report is lost, the next one replaces it. */
    tellTyping(token: string | null): void {
      if (token === null || Date.now() - typingReportedAtMs < typingLastsMs / 2) return;
      typingReportedAtMs = Date.now();
      calls.typing(token).catch(() => {});
    },

    /** Tells the people who answer that the visitor has seen all these messages. */
    tellSeen(token: string | null, messages: readonly PersonMessage[]): void {
      const newestMessage = messages.reduce<PersonMessage | null>(
        (last, message) => (last && last.created_at > message.created_at ? last : message),
        null,
      );
      if (token === null || newestMessage === null || newestMessage.id === seenId) return;
      seenId = newestMessage.id;
      // If the report is lost, the next change, or the next time that the page becomes visible, sends it again.
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
