/**
 * Milliseconds after the translator's last activity until a claim ends. Then another person may claim the
 * text.
 */
export const claimDurationMs = 15 * 60_000;

/**
 * Minimum milliseconds between two renewals of a claim. An earlier renewal changes nothing, because each renewal is
 * sent to every reader.
 */
export const claimRenewalPauseMs = 60_000;
