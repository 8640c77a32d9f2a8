/** Parameters that the page already uses before they are in its address. */
export interface PendingParams {
  readonly params: URLSearchParams;
  /** The query string of the router's last requested navigation. */
  readonly requested?: string | undefined;
}

/** Whether the router has not been asked yet to navigate to these parameters. */
export const mustRequestNavigation = ({ params, requested }: PendingParams): boolean =>
  params.toString() !== requested;

/**
 * Returns the parameters that are pending after the address has changed. If this is the requested address, later
 * changes stay pending. For any other address, for example after the back button, nothing is pending.
 */
export function pendingAfterNavigation(
  address: URLSearchParams,
  pending: PendingParams | undefined,
): PendingParams | undefined {
  return pending && address.toString() === pending.requested && mustRequestNavigation(pending)
    ? pending
    : undefined;
}
