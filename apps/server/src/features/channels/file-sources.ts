import { isIP } from "node:net";
import { isOnOpenWeb, type PublicRequest } from "../../kit/http/public-fetch.ts";

/**
 * Says from where files of outside people may be fetched: from the open web, and from a platform's API whose address is
 * configured as an IP address and a port. Only a stand-in has such an address.
 */
export function fileSources(apiAddresses: readonly string[]): NonNullable<PublicRequest["allow"]> {
  const configured = apiAddresses
    .map((address) => new URL(address))
    .map(({ hostname, port, protocol }) => ({
      address: hostname.replace(/^\[|\]$/g, ""),
      port: Number(port) || (protocol === "https:" ? 443 : 80),
    }))
    .filter(({ address }) => isIP(address) !== 0);
  return (address, port) =>
    isOnOpenWeb(address, port) || configured.some((one) => one.address === address && one.port === port);
}
