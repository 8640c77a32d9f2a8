/** Address parameters that the page already uses, although its address does not have them yet. */
export interface PendingParams {
  readonly params: URLSearchParams;
  /** The parameters of the last navigation that the router was asked for, as a query string. */
  readonly requested?: string | undefined;
}

/** Whether the router has not been asked yet to navigate to these parameters. */
export const isUnrequested = ({ params, requested }: PendingParams): boolean =>
  params.toString() !== requested;

/**
 * Returns the parameters that are still pending at a new address. At the address that was requested, parameters that
 * were changed since stay pending. At any other address, such as the one that the back button leads to, nothing is
 * pending.
 */
export function pendingAfterNavigation(
  address: URLSearchParams,
  pending: PendingParams | undefined,
): PendingParams | undefined {
  return pending && address.toString() === pending.requested && isUnrequested(pending) ? pending : undefined;
}
