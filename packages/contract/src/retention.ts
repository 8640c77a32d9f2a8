/**
 * How long personal data is kept. The server deletes data by these numbers, and the privacy policy shows
 * them. Three more are defined elsewhere: `deletionGraceDays` (deletion), `exportDays` (exports) and `unsentFileHours`
 * (files without a message).
 */
export const retention = {
  /** Days to keep sent mails, so that an admin can find out where a mail was sent. */
  sentMailDays: 30,
  /** Days to keep mails that could not be sent. The server stops trying to send them long before. */
  unsentMailDays: 90,
  /** Days to keep expired invitations, with the invited address. */
  endedInvitationDays: 30,
  /** Days to keep ended sessions, with their browser and IP address. */
  endedSessionDays: 30,
  /**
   * Days to keep each browser's last session. By this session the server knows at a sign-in whether the browser is a
   * new one.
   */
  deviceDays: 400,
  /**
   * Days to keep sign-ins, refusals and ended sessions in the security log. A database function contains the
   * same number.
   */
  signInLogDays: 180,
  /** Days to keep entries in the trash of a drive. */
  driveTrashDays: 30,
  /** Days to keep deleted code snippets, which can be restored. */
  codeTrashDays: 30,
  /** Days to keep a talk of a bot's visitor with agents after its last message. */
  botTalkDays: 365,
} as const;
