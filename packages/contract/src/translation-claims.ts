/**
 * Milliseconds after the translator's last activity until a claim ends. Then another person may claim the
 * text.
 */
export const claimDurationMs = 15 * 60_000;

/**
 * Milliseconds within which another renewal of a claim changes nothing, because each renewal is sent to every
 * reader.
 */
export const claimRenewalPauseMs = 60_000;
