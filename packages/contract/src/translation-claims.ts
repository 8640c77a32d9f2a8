/** A claim ends this many milliseconds after the last activity of its translator. Then another person may claim. */
export const claimLastsMs = 15 * 60_000;

/** A renewal of a claim within this many milliseconds changes nothing, because each renewal is sent to every reader. */
export const claimRenewedMs = 60_000;
