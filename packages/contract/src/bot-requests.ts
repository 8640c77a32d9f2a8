import { z } from "zod";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";

// What the stories of a bot may call, and how the servers there know that it is this bot.

/** The most hosts that the stories of one bot may call. */
export const maximumRequestHosts = 20;
/** The header with the signature of a story's request. */
export const signatureHeader = "kakehashi-signature";

/** The host of an address, with its port if that is not the scheme's own. Null if it is no address. */
export function hostOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).host : null;
}

/** The hosts that stories may call, as in an address: `api.example.com` or `api.example.com:8443`. */
export const requestHosts = z
  .array(
    z
      .string()
      .max(300)
      .refine((host) => hostOf(`https://${host}`) === host, { error: "host" }),
  )
  .max(maximumRequestHosts)
  .refine((hosts) => new Set(hosts).size === hosts.length, { error: "repeated" });

const idParams = z.strictObject({ id: idSchema });
const requestSecret = z.object({ secret: z.string().max(100) }).meta({ id: "BotRequestSecret" });

export const getRequestSecret = endpoint({
  method: "GET",
  path: "/bots/:id/request-secret",
  guard: "active",
  limit: limits.lookup,
  summary: `The secret that signs the requests of the bot's stories. For owners and editors. Each request has the header \`${signatureHeader}: t=…,v1=…\`: \`t\` is the time in seconds since 1970, \`v1\` the HMAC-SHA256 in hexadecimal of \`{t}.{method}.{address}.{body}\` with this secret.`,
  params: idParams,
  data: requestSecret,
});

export const renewRequestSecret = endpoint({
  method: "POST",
  path: "/bots/:id/request-secret",
  guard: "active",
  limit: limits.form,
  summary: "Makes another secret. From now on only this one signs. For owners and editors.",
  params: idParams,
  data: requestSecret,
});
