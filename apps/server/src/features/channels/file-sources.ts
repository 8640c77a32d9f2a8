import { isIP } from "node:net";
import { isPublicWebAddress, type PublicRequest } from "../../kit/http/public-fetch.ts";

/**
 * Decides from which addresses files of outside people may be fetched. Allowed is the public web. Allowed is also the
 * API of a platform that is configured with an IP address and a port, which only test servers are.
 */
export function allowedFileSources(apiAddresses: readonly string[]): NonNullable<PublicRequest["allow"]> {
  const configuredOrigins = apiAddresses
    .map((address) => new URL(address))
    .map(({ hostname, port, protocol }) => ({
      address: hostname.replace(/^\[|\]$/g, ""),
      port: Number(port) || (protocol === "https:" ? 443 : 80),
    }))
    .filter(({ address }) => isIP(address) !== 0);
  return (address, port) =>
    isPublicWebAddress(address, port) ||
    configuredOrigins.some((one) => one.address === address && one.port === port);
}
