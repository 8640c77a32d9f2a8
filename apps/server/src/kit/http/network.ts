import type { IncomingHttpHeaders, IncomingMessage, Server } from "node:http";
import ipaddr from "ipaddr.js";

type Network = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/**
 * The household or office that an address belongs to, as what is counted or slowed is counted for it: an IPv4 address
 * itself, also where it is written as IPv6; of an IPv6 address the first 64 bits, because whoever has one address of
 * such a network has all of them.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return (parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":");
}

/** Short forms such as `10` and octal numbers are addresses to some programs and others to others: they are none here. */
const isAddress = (text: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);

/** Reads `192.0.2.7` or `10.0.0.0/8`, and their IPv6 kin. Null for what is neither. */
function parseNetwork(text: string): Network | null {
  const [address = "", bits, ...rest] = text.split("/");
  if (!isAddress(address) || rest.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return null;
  const parsed = ipaddr.parse(address);
  const length = parsed.kind() === "ipv4" ? 32 : 128;
  const prefix = bits === undefined ? length : Number(bits);
  if (prefix > length) return null;
  // IPv4 written as IPv6.
  if (parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress())
    return [parsed.toIPv4Address(), Math.max(0, prefix - 96)];
  return [parsed, prefix];
}

/** Bits that a trusted network's prefix has at least: as many as the widest private network of its kind. */
const fewestBits = { ipv4: 8, ipv6: 7 } as const;
/** An IPv6 network with fewer bits is trusted only within `fc00::/7`, the private ones. */
const fewestPublicBits = 16;

/**
 * Why these are not proxies to trust, as the end of a sentence; null where they are. A network so wide that callers
 * themselves may be in it would let them choose the address by which they are counted and slowed down.
 */
export function wrongProxies(networks: readonly string[]): string | null {
  for (const text of networks) {
    const network = parseNetwork(text);
    if (!network) return "must list addresses or networks, such as 10.0.0.7,10.1.0.0/16";
    const [address, bits] = network;
    const isPrivate = address.range() === "uniqueLocal";
    const least = address.kind() === "ipv4" || isPrivate ? fewestBits[address.kind()] : fewestPublicBits;
    if (bits < least)
      return "must name the proxies alone: a network this wide would let callers choose their own address";
  }
  return null;
}

/** Whether a peer is a proxy whose word about its callers is believed. */
export type TrustsProxy = (address: string) => boolean;

/** Believes proxies on this machine, and those in these networks (`wrongProxies` has found nothing wrong with them). */
export function trustProxies(networks: readonly string[]): TrustsProxy {
  const trusted = networks.flatMap((text) => {
    const network = parseNetwork(text);
    return network ? [network] : [];
  });
  return (address) => {
    if (!ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    if (parsed.range() === "loopback") return true;
    return trusted.some(
      ([network, bits]) => network.kind() === parsed.kind() && parsed.match([network, bits] as never),
    );
  };
}

/**
 * For whom proxies say they speak, the nearest last, without the ports that some write. What is no address is nobody's
 * name, and what stands before it was said by nobody.
 */
function forwardedFor(headers: IncomingHttpHeaders): string[] {
  const claimed = [headers["x-forwarded-for"] ?? []].flat().join(",").split(",");
  const addresses = claimed
    .map((part) => part.trim().replace(/^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/, "$1$2"))
    .filter(Boolean);
  return addresses.slice(addresses.findLastIndex((address) => !isAddress(address)) + 1);
}

/** Leaves only addresses in `X-Forwarded-For` before the framework reads it: it takes any word there for one. */
export function cleanForwardedFor(server: Server): void {
  server.prependListener("request", ({ headers }: IncomingMessage) => {
    if (headers["x-forwarded-for"] === undefined) return;
    const addresses = forwardedFor(headers);
    if (addresses.length > 0) headers["x-forwarded-for"] = addresses.join(", ");
    else delete headers["x-forwarded-for"];
  });
}

/**
 * Who connects, for what never becomes a request of the framework's: its peer or, where that is a trusted proxy, whom the
 * nearest proxy that is not trusted names. What a caller claims beyond that is not believed.
 */
export function callerAddress(
  { socket, headers }: Pick<IncomingMessage, "socket" | "headers">,
  trusts: TrustsProxy,
): string {
  const chain = [...forwardedFor(headers), socket.remoteAddress ?? ""];
  return chain.findLast((address) => !trusts(address)) ?? chain[0] ?? "";
}
