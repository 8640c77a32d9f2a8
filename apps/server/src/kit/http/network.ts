import type { IncomingHttpHeaders, IncomingMessage, Server } from "node:http";
import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";

/**
 * Maximum number of IP addresses whose network is cached. Parsing an address takes time, and most clients send many
 * requests.
 */
const maximumRememberedAddresses = 1_000;

const networkByAddress = new LRUCache<string, string>({ max: maximumRememberedAddresses });

type AddressRange = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/**
 * Returns the network (a household or an office) of an IP address, for rate limits. An IPv4 address is its own network,
 * also when it is written as IPv6. The network of an IPv6 address is its first 64 bits, because a client can use every
 * address in it.
 */
export function networkOf(address: string): string {
  const cachedNetwork = networkByAddress.get(address);
  if (cachedNetwork !== undefined) return cachedNetwork;
  const network = findNetwork(address);
  networkByAddress.set(address, network);
  return network;
}

function findNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return (parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((addressPart) => addressPart.toString(16))
    .join(":");
}

/**
 * Whether a text is a complete IP address. Refuses short forms such as `10` and octal numbers, because programs
 * interpret them differently.
 */
const isIpAddress = (text: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);

/**
 * Parses an IP address or network: `192.0.2.7` or `10.0.0.0/8`, or the same in IPv6. Returns null for any other text.
 */
function parseNetwork(text: string): AddressRange | null {
  const [address = "", bits, ...otherParts] = text.split("/");
  if (!isIpAddress(address) || otherParts.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits)))
    return null;
  const parsed = ipaddr.parse(address);
  const addressBits = parsed.kind() === "ipv4" ? 32 : 128;
  const prefixBits = bits === undefined ? addressBits : Number(bits);
  if (prefixBits > addressBits) return null;
  // Converts an IPv4 address in IPv6 notation to plain IPv4.
  if (parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress())
    return [parsed.toIPv4Address(), Math.max(0, prefixBits - 96)];
  return [parsed, prefixBits];
}

/**
 * Minimum prefix length of a network that may be trusted, in bits. The largest private networks (10.0.0.0/8 and
 * fc00::/7) have these lengths.
 */
const minimumPrefixBits = { ipv4: 8, ipv6: 7 } as const;
/** An IPv6 network whose prefix is shorter than this many bits is trusted only inside `fc00::/7`, the private range. */
const minimumPublicPrefixBits = 16;

/**
 * Explains why the server must not trust these networks as proxies. Null if it may trust them. In a network that is too
 * wide, ordinary clients would count as proxies and could claim any IP address. The explanation is the end of a
 * sentence that begins with the name of the setting.
 */
export function findProxyProblem(networks: readonly string[]): string | null {
  for (const text of networks) {
    const network = parseNetwork(text);
    if (!network) return "must list addresses or networks, such as 10.0.0.7,10.1.0.0/16";
    const [address, bits] = network;
    const isPrivate = address.range() === "uniqueLocal";
    const minimumBits =
      address.kind() === "ipv4" || isPrivate ? minimumPrefixBits[address.kind()] : minimumPublicPrefixBits;
    if (bits < minimumBits)
      return "must name the proxies alone: a network this wide would let callers choose their own address";
  }
  return null;
}

/** Decides whether a peer is a trusted proxy, whose `X-Forwarded-For` header is believed. */
export type IsTrustedProxy = (address: string) => boolean;

/**
 * Returns a function that trusts proxies on this computer and in these networks. Check the networks with
 * `findProxyProblem` first.
 */
export function createTrustedProxyCheck(networks: readonly string[]): IsTrustedProxy {
  const trustedNetworks = networks.flatMap((text) => {
    const network = parseNetwork(text);
    return network ? [network] : [];
  });
  const isTrusted = (address: string) => {
    if (!ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    if (parsed.range() === "loopback") return true;
    return trustedNetworks.some(
      ([network, bits]) => network.kind() === parsed.kind() && parsed.match([network, bits] as never),
    );
  };
  const trustByAddress = new LRUCache<string, boolean>({ max: maximumRememberedAddresses });
  return (address) => {
    const cachedTrust = trustByAddress.get(address);
    if (cachedTrust !== undefined) return cachedTrust;
    const isPeerTrusted = isTrusted(address);
    trustByAddress.set(address, isPeerTrusted);
    return isPeerTrusted;
  };
}

/**
 * Returns the IP addresses in `X-Forwarded-For` without ports; the address nearest to the server is last. Stops at the
 * first entry (from the end) that is not an IP address, because no trusted proxy wrote the entries before it.
 */
function forwardedIpAddresses(headers: IncomingHttpHeaders): string[] {
  const header = headers["x-forwarded-for"];
  if (header === undefined) return [];
  const claimed = [header].flat().join(",").split(",");
  const addresses = claimed
    .map((addressText) => addressText.trim().replace(/^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/, "$1$2"))
    .filter(Boolean);
  return addresses.slice(addresses.findLastIndex((address) => !isIpAddress(address)) + 1);
}

/**
 * Removes everything but IP addresses from `X-Forwarded-For` before Fastify reads the header, because Fastify accepts
 * any word.
 */
export function keepOnlyForwardedIpAddresses(server: Server): void {
  server.prependListener("request", ({ headers }: IncomingMessage) => {
    if (headers["x-forwarded-for"] === undefined) return;
    const addresses = forwardedIpAddresses(headers);
    if (addresses.length > 0) headers["x-forwarded-for"] = addresses.join(", ");
    else delete headers["x-forwarded-for"];
  });
}

/**
 * Returns the client's IP address, for connections that never become a Fastify request. Normally this is the peer's
 * address. If the peer is a trusted proxy, it is the address that the last trusted proxy saw. Ignores addresses that
 * the client itself claims.
 */
export function findCallerIpAddress(
  { socket, headers }: Pick<IncomingMessage, "socket" | "headers">,
  isTrusted: IsTrustedProxy,
): string {
  const proxyChain = [...forwardedIpAddresses(headers), socket.remoteAddress ?? ""];
  return proxyChain.findLast((address) => !isTrusted(address)) ?? proxyChain[0] ?? "";
}
