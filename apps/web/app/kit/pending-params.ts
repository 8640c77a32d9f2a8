/** Address parameters that the page already uses, although its address does not have them yet. */
export interface PendingParams {
  readonly params: URLSearchParams;
  /** The parameters that the router was last asked for, as a text. */
  readonly requested?: string | undefined;
}

/** Whether the router has still to be asked for these parameters. */
export const isUnrequested = ({ params, requested }: PendingParams): boolean =>
  params.toString() !== requested;

/**
 * Returns what is still pending at a new address. The address that was requested keeps what was changed since. Any other
 * address, such as the one that the back button leads to, replaces it.
 */
export function pendingAfterNavigation(
  address: URLSearchParams,
  pending: PendingParams | undefined,
): PendingParams | undefined {
  return pending && address.toString() === pending.requested && isUnrequested(pending) ? pending : undefined;
}
