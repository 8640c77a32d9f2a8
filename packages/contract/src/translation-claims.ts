/** A claim ends this many milliseconds after the translator's last activity. Then another person may claim the text. */
export const claimDurationMs = 15 * 60_000;

/**
 * Minimum milliseconds between two renewals of a claim. An earlier renewal has no effect, because each renewal is sent
 * to every reader.
 */
export const claimRenewalPauseMs = 60_000;
