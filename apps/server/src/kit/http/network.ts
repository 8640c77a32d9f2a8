import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";

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

const isLoopback = (address: string) =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";

/**
 * Who connects, for what never becomes a request of the framework's: its peer or, where that is a proxy on this machine,
 * whom the nearest proxy that is not names. What a caller claims beyond that is not believed.
 */
export function callerAddress({ socket, headers }: Pick<IncomingMessage, "socket" | "headers">): string {
  const claimed = [headers["x-forwarded-for"] ?? []].flat().join(",").split(",");
  const chain = [...claimed.map((part) => part.trim()).filter(Boolean), socket.remoteAddress ?? ""];
  return chain.findLast((address) => !isLoopback(address)) ?? chain[0] ?? "";
}
