/**
 * How long the server keeps personal data. It deletes data after these numbers of days, and the privacy policy shows
 * the numbers. Three more are defined elsewhere: `deletionGraceDays` (deleted accounts), `exportRetentionDays` (exports) and
 * `unsentFileRetentionHours` (files without a message).
 */
export const retentionPeriods = {
  /** Days to keep sent mails, so that an admin can see which mails were sent to whom. */
  sentMailDays: 30,
  /** Days to keep mails that could not be sent. The server gives up sending them much earlier. */
  unsentMailDays: 90,
  /** Days to keep expired invitations, with the invited address. */
  endedInvitationDays: 30,
  /** Days to keep ended sessions, with their browser and IP address. */
  endedSessionDays: 30,
  /** Days to keep the last session of each browser. It tells the server at a sign-in whether the browser is new. */
  deviceDays: 400,
  /**
   * Days to keep sign-ins, refusals and ended sessions in the security log. A database function deletes these entries
   * and contains the same number, so change both together.
   */
  signInLogDays: 180,
  /** Days to keep entries in the trash of a drive. */
  driveTrashDays: 30,
  /** Days to keep deleted code snippets, which can be restored. */
  codeTrashDays: 30,
  /** Days to keep a conversation between a bot's visitor and agents after its last message. */
  botTalkDays: 365,
} as const;
