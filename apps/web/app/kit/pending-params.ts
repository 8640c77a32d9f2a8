/** Parameters that the page already uses before they are in its address. */
export interface PendingParams {
  readonly queryParams: URLSearchParams;
  /** The query string of the router's last requested navigation. */
  readonly requestedQuery?: string | undefined;
}

/** Whether the router still has to be asked to navigate to these parameters. */
export const mustStillNavigate = ({ queryParams, requestedQuery }: PendingParams): boolean =>
  queryParams.toString() !== requestedQuery;

/**
 * Returns the parameters that are still pending after the address has changed. If the new address is the requested one,
 * only changes that were made after that request are still pending. After any other change of the address, for example
 * by the back button, nothing is pending.
 */
export function findStillPendingParams(
  address: URLSearchParams,
  pending: PendingParams | undefined,
): PendingParams | undefined {
  return pending && address.toString() === pending.requestedQuery && mustStillNavigate(pending)
    ? pending
    : undefined;
}
