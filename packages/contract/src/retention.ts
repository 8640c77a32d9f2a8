/**
 * How long personal data is kept. The server deletes by these numbers and the privacy policy shows them.
 * Three more stand elsewhere: `graceDays` (deletion), `exportDays` (data copies) and `unsentHours` (files
 * without a message).
 */
export const retention = {
  /** Sent mails, so that an admin can answer where a mail went. */
  sentMailDays: 30,
  /** Mails that could not be sent. Their retries end long before. */
  unsentMailDays: 90,
  /** Expired invitations, with the address they were sent to. */
  endedInvitationDays: 30,
  /** Ended sessions, with their browser and network address. */
  endedSessionDays: 30,
  /**
   * Each browser's last session is kept this long. At sign-in it tells a known browser from an unknown one.
   */
  deviceDays: 400,
  /** Sign-ins, refusals and ended sessions in the security log. A database function has the same number. */
  signInLogDays: 180,
  /** Entries stay this long in the trash of a drive. */
  driveTrashDays: 30,
  /** Deleted snippets of the library of code, which can be brought back. */
  codeTrashDays: 30,
  /** A conversation with a bot and the people who answer for it is kept this long after its last message. */
  botTalkDays: 365,
} as const;
