import { isIP } from "node:net";
import { isPublicWebAddress, type RequestToPublicUrl } from "../../kit/http/public-fetch.ts";

/**
 * Decides from which addresses the server may fetch files of outside people: from the public web, and from a platform's
 * API if the configuration names it by an IP address and a port. Only the test servers are named like this.
 */
export function createFetchableAddressCheck(
  apiAddresses: readonly string[],
): NonNullable<RequestToPublicUrl["allow"]> {
  const configuredOrigins = apiAddresses
    .map((address) => new URL(address))
    .map(({ hostname, port, protocol }) => ({
      address: hostname.replace(/^\[|\]$/g, ""),
      port: Number(port) || (protocol === "https:" ? 443 : 80),
    }))
    .filter(({ address }) => isIP(address) !== 0);
  return (address, port) =>
    isPublicWebAddress(address, port) ||
    configuredOrigins.some((origin) => origin.address === address && origin.port === port);
}
