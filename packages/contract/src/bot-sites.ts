import { z } from "zod";

/** Maximum sites that may embed the chat of one bot. */
export const maximumSitesPerBot = 20;

/** Whether the value is an origin as browsers write it: scheme, host and port only. */
function isOrigin(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { origin, protocol, hostname } = new URL(value);
  // The Content-Security-Policy of the bot's page lists these sites. It cannot contain IPv6 addresses, so an origin
  // with an IPv6 address is refused.
  return origin === value && /^https?:$/.test(protocol) && /^[a-z0-9.-]+$/.test(hostname);
}

/** The origins of the sites that may embed a bot's chat in a frame, such as `https://shop.example`. */
export const botSitesSchema = z
  .array(z.string().max(300).refine(isOrigin, { error: "origin" }))
  .max(maximumSitesPerBot)
  .refine((sites) => new Set(sites).size === sites.length, { error: "repeated" });
