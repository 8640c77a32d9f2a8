/** Address parameters that the page already uses, although its address does not have them yet. */
export interface PendingParams {
  readonly params: URLSearchParams;
  /** The parameters of the navigation that the router was last asked for, as a query string. */
  readonly requested?: string | undefined;
}

/** Whether the router must still be asked to navigate to these parameters. */
export const mustRequestNavigation = ({ params, requested }: PendingParams): boolean =>
  params.toString() !== requested;

/**
 * Returns the parameters that are still pending after the address has changed. If the router has come to the requested
 * address, changes that were made since that request stay pending. At any other address, such as after the back button,
 * nothing is pending.
 */
export function pendingAfterNavigation(
  address: URLSearchParams,
  pending: PendingParams | undefined,
): PendingParams | undefined {
  return pending && address.toString() === pending.requested && mustRequestNavigation(pending)
    ? pending
    : undefined;
}
