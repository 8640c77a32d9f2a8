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
