import dns from "node:dns/promises";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/** The error for a URL that the server must not read or could not read. The message is only for the log. */
export class RefusedUrlError extends Error {}

export interface PublicFetchOptions {
  /** Timeout in milliseconds for the whole fetch, redirects included. */
  timeoutMs: number;
  /** Maximum bytes to read from the page. If the page is longer, `onTooLong` decides whether it is cut or refused. */
  maximumBytes: number;
  onTooLong: "cut" | "refuse";
  /** Matches the media types of the pages to fetch. */
  acceptedTypes: RegExp;
  /** For tests: decides which IP addresses the server may connect to. */
  allow?: (address: string, port: number) => boolean;
}

export interface FetchedWebPage {
  /** The final URL after redirects. */
  url: URL;
  type: string;
  body: Buffer;
}

const maximumRedirects = 4;

/** The only IPv6 range with public addresses so far (RFC 4291; IANA's registry of global unicast). */
const globalUnicastRange = ipaddr.IPv6.parseCIDR("2000::/3");
/** The IP address of Azure's metadata service, which looks public. Other clouds use private ranges. */
const cloudMetadataAddresses: ReadonlySet<string> = new Set(["168.63.129.16"]);

/**
 * Whether an IP address is on the public internet. Not public are: this computer and its networks, the metadata
 * services of clouds, the same addresses written as IPv6 (mapped, compatible, NAT64, 6to4, Teredo), and ranges for
 * documentation or tests.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast" || cloudMetadataAddresses.has(parsed.toString())) return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicastRange);
}

/** The default rule for connections: only public addresses on ports 80 and 443. */
export const isPublicWebAddress = (address: string, port: number): boolean =>
  (port === 80 || port === 443) && isPublicAddress(address);

/**
 * Fetches a page from a URL that a person typed. Sends no cookies, and never connects to an internal IP address: it
 * resolves the host name once, checks the address and connects to exactly that address. Redirects are checked in the
 * same way.
 */
export async function fetchPublicPage(pageUrl: string, options: PublicFetchOptions): Promise<FetchedWebPage> {
  const { url, response } = await openAndFollowRedirects(new URL(pageUrl), {
    ...(options.allow && { allow: options.allow }),
    signal: AbortSignal.timeout(options.timeoutMs),
    headers: {
      accept: "text/html,application/xhtml+xml,image/*;q=0.8",
      "accept-encoding": "identity",
      "user-agent": "Mozilla/5.0 (compatible; Kakehashi link preview)",
    },
  });
  try {
    return { url, ...(await readBody(response, options)) };
  } finally {
    response.destroy();
  }
}

/**
 * Opens a URL and follows its redirects. Checks the URL of each redirect in the same way as the first URL. The caller
 * must destroy the response.
 */
export async function openAndFollowRedirects(
  firstUrl: URL,
  request: Omit<RequestToPublicUrl, "method" | "body">,
): Promise<{ url: URL; response: IncomingMessage }> {
  let url = firstUrl;
  for (let redirectCount = 0; redirectCount <= maximumRedirects; redirectCount++) {
    const response = await requestPublicUrl(url, request);
    const { location } = response.headers;
    const status = response.statusCode ?? 0;
    if (status < 300 || status >= 400 || location === undefined) return { url, response };
    response.destroy();
    if (!URL.canParse(location, url)) throw new RefusedUrlError("It redirects to nowhere");
    url = new URL(location, url);
  }
  throw new RefusedUrlError("It redirects without end");
}

interface ResolvedAddress {
  address: string;
  family: number;
}

/**
 * Resolves a host name to IP addresses, IPv4 first. Asks the name servers directly. The operating system's look-up
 * would block one of Node's four worker threads if a name server does not respond, and reading files and checking
 * passwords also need these threads.
 */
async function resolveHost(host: string, signal: AbortSignal): Promise<ResolvedAddress[]> {
  const ipVersion = isIP(host);
  if (ipVersion !== 0) return [{ address: host, family: ipVersion }];
  // A public host name contains a dot. The operating system would complete a name without a dot by a search domain, or
  // find it in its hosts file.
  if (!host.replace(/\.$/, "").includes(".")) throw new RefusedUrlError("It is no public name");
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const rejectAborted = () => reject(signal.reason);
  signal.addEventListener("abort", rejectAborted, { once: true });
  try {
    const [ipv4Lookup, ipv6Lookup] = await Promise.race([
      Promise.allSettled([dns.resolve4(host), dns.resolve6(host)]),
      aborted,
    ]);
    const addresses = [
      ...(ipv4Lookup.status === "fulfilled"
        ? ipv4Lookup.value.map((address) => ({ address, family: 4 }))
        : []),
      ...(ipv6Lookup.status === "fulfilled"
        ? ipv6Lookup.value.map((address) => ({ address, family: 6 }))
        : []),
    ];
    if (addresses.length === 0 && ipv4Lookup.status === "rejected") throw ipv4Lookup.reason;
    return addresses;
  } finally {
    signal.removeEventListener("abort", rejectAborted);
  }
}

export interface RequestToPublicUrl {
  method?: "GET" | "POST";
  headers: Record<string, string | number>;
  body?: Buffer;
  signal: AbortSignal;
  /** Decides which IP addresses the server may connect to. Absent: public addresses on ports 80 and 443. */
  allow?: (address: string, port: number) => boolean;
}

/**
 * Sends one request to a URL that a person typed. Resolves the host name once and connects to the checked address.
 * Throws a RefusedUrlError if the host is not on the public internet. Follows no redirects. If the signal aborts,
 * throws the signal's reason.
 */
export async function requestPublicUrl(
  url: URL,
  { method = "GET", headers, body, signal, allow = isPublicWebAddress }: RequestToPublicUrl,
): Promise<IncomingMessage> {
  if (url.protocol !== "http:" && url.protocol !== "https:") throw new RefusedUrlError("No web address");
  if (url.username !== "" || url.password !== "") throw new RefusedUrlError("It carries a password");
  const isSecure = url.protocol === "https:";
  const port = Number(url.port) || (isSecure ? 443 : 80);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  signal.throwIfAborted();
  const addresses = await resolveHost(host, signal);
  const address = addresses[0];
  // Refuses a host name if any of its IP addresses is internal, because the next look-up might return only the internal
  // address.
  if (!address || !addresses.every(({ address }) => allow(address, port)))
    throw new RefusedUrlError("It is not on the open internet");
  const lookUpPinnedAddress: LookupFunction = (_, { all }, finishLookup) => {
    if (all) finishLookup(null, [address]);
    else finishLookup(null, address.address, address.family);
  };
  return new Promise((resolve, reject) => {
    const request = (isSecure ? requestHttps : requestHttp)(url, {
      method,
      agent: false,
      lookup: lookUpPinnedAddress,
      signal,
      headers,
    });
    request.once("response", resolve);
    // Throws the signal's reason, because Node's own error does not say why the signal aborted.
    request.once("error", (error) => reject(signal.aborted ? signal.reason : error));
    request.end(body);
  });
}

async function readBody(
  response: IncomingMessage,
  { acceptedTypes, maximumBytes, onTooLong }: PublicFetchOptions,
): Promise<Omit<FetchedWebPage, "url">> {
  const type = response.headers["content-type"] ?? "";
  if (response.statusCode !== 200) throw new RefusedUrlError(`It answers ${response.statusCode}`);
  if (!acceptedTypes.test(type)) throw new RefusedUrlError("It is of another kind");
  if (!["", "identity"].includes(response.headers["content-encoding"] ?? ""))
    throw new RefusedUrlError("It is packed");
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size <= maximumBytes) continue;
    if (onTooLong === "refuse") throw new RefusedUrlError("It is too large");
    break;
  }
  return { type, body: Buffer.concat(chunks).subarray(0, maximumBytes) };
}
