/**
 * How long what concerns a person is kept: what the server deletes by, and what the privacy policy states. Beside it
 * `graceDays` (deletion), `exportDays` (a copy of one's data) and `unsentHours` (files in no message).
 */
export const kept = {
  /** Mails that were sent: for who asks where theirs went. */
  sentMailDays: 30,
  /** Mails that never left: until their retries are long over. */
  unsentMailDays: 90,
  /** Invitations, with the address they were sent to, after they have expired. */
  endedInvitationDays: 30,
  /** Ended sessions, with their browser and network address. */
  endedSessionDays: 30,
  /** The last session of each browser: a sign-in from an unknown browser is told by it. */
  deviceDays: 400,
  /** Sign-ins, refusals and ended sessions in the security log; its function in the database says the same. */
  signInLogDays: 180,
} as const;
