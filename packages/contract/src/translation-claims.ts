/** Milliseconds after which a claim ends if its translator sends nothing. Then another may claim. */
export const claimLastsMs = 15 * 60_000;

/**
 * A claim that is repeated within this time is not renewed, because a renewal reaches every reader as a
 * change.
 */
export const claimRenewedMs = 60_000;
