/** Parameters that the page already uses before they are in its address. */
export interface PendingParams {
  readonly params: URLSearchParams;
  /** The query string of the router's last requested navigation. */
  readonly requested?: string | undefined;
}

/** Whether the router still has to be asked to navigate to these parameters. */
export const mustRequestNavigation = ({ params, requested }: PendingParams): boolean =>
  params.toString() !== requested;

/**
 * Returns the parameters that are still pending after the address has changed. If the new address is the requested one,
 * only changes that were made after that request are still pending. After any other change of the address, for example
 * by the back button, nothing is pending.
 */
export function findPendingParams(
  address: URLSearchParams,
  pending: PendingParams | undefined,
): PendingParams | undefined {
  return pending && address.toString() === pending.requested && mustRequestNavigation(pending)
    ? pending
    : undefined;
}
