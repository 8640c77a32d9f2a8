import { z } from "zod";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";

// The hosts to which the stories of a bot may send requests, and how those servers can verify that a request comes from
// this bot.

/** Maximum hosts to which the stories of one bot may send requests. */
export const maximumRequestHostsPerBot = 20;
/** The name of the HTTP header that contains the signature of a request from a story. */
export const signatureHeaderName = "kakehashi-signature";

/**
 * Returns the host of a URL. The host includes the port unless it is the default port of the URL's scheme. Null
 * if the text is not a URL.
 */
export function parseUrlHost(address: string): string | null {
  return URL.canParse(address) ? new URL(address).host : null;
}

/**
 * Matches host names that always mean the server itself or a private network. DNS cannot give them a public address.
 */
const privateHostPattern = /(?:^|\.)(?:localhost|local|internal|home\.arpa)\.?$/;
/** Matches IPv4 addresses that are not public. */
const privateIpv4Pattern =
  /^(?:0|10|127|22[4-9]|2[34]\d|25[0-5])\.|^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|^169\.254\.|^172\.(?:1[6-9]|2\d|3[01])\.|^192\.(?:168|0\.[02])\.|^198\.(?:1[89]|51\.100)\.|^203\.0\.113\.|^168\.63\.129\.16$/;
/** Matches public IPv6 addresses. Does not match documentation, Teredo and 6to4 addresses. */
const publicIpv6Pattern = /^\[(?!2002:|2001:(?:db8|0)?:)[23][\da-f]{3}:/;

/**
 * Whether a host name or IP address is certainly private. Other names may still resolve to a private address, so the
 * server checks the address again when a story sends a request.
 */
export function isPrivateHost(host: string): boolean {
  if (!URL.canParse(`https://${host}`)) return false;
  const { hostname } = new URL(`https://${host}`);
  if (hostname.startsWith("[")) return !publicIpv6Pattern.test(hostname);
  if (/^[\d.]+$/.test(hostname)) return privateIpv4Pattern.test(hostname);
  return privateHostPattern.test(hostname);
}

/**
 * Whether a host uses port 80 or 443. Stories may use only these ports, as link previews do, so that no story can send
 * data to a mail server or a database.
 */
const hasWebPort = (host: string): boolean => ["", "80", "443"].includes(new URL(`https://${host}`).port);

/** The hosts to which a bot's stories may send requests, written as in a URL: `api.example.com`. */
export const requestHostsSchema = z
  .array(
    z
      .string()
      .max(300)
      .refine((host) => parseUrlHost(`https://${host}`) === host, { error: "host", abort: true })
      .refine((host) => !isPrivateHost(host), { error: "private_host", abort: true })
      .refine(hasWebPort, { error: "host_port" }),
  )
  .max(maximumRequestHostsPerBot)
  .refine((hosts) => new Set(hosts).size === hosts.length, { error: "repeated" });

const idParams = z.strictObject({ id: idSchema });
const requestSecret = z.object({ secret: z.string().max(100) }).meta({ id: "BotRequestSecret" });

export const getBotRequestSigningSecret = endpoint({
  method: "GET",
  path: "/bots/:id/request-secret",
  guard: "active",
  limit: limits.lookup,
  summary: `Returns the secret that signs the requests of the bot's stories. For owners and editors. Each request has the header \`${signatureHeaderName}: t=…,v1=…\`: \`t\` is the time in seconds since 1970, \`v1\` the HMAC-SHA256 in hexadecimal of \`{t}.{method}.{address}.{body}\` with this secret.`,
  params: idParams,
  data: requestSecret,
});

export const renewBotRequestSigningSecret = endpoint({
  method: "POST",
  path: "/bots/:id/request-secret",
  guard: "active",
  limit: limits.form,
  summary:
    "Replaces the secret that signs the requests of the bot's stories. From now on only the new secret signs. For owners and editors.",
  params: idParams,
  data: requestSecret,
});
