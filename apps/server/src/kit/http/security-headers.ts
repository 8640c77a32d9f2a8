import type { FastifyInstance, FastifyRequest } from "fastify";

const transport = { "strict-transport-security": "max-age=31536000" };

/**
 * What every answer is sent with; pages and files replace what they need to. It is not guessed to be of another type,
 * runs nothing, and stands in no other site's frame, window or page.
 */
const strict: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  "content-security-policy":
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
};

/** The headers of every answer. `secure`: it goes over https, where browsers are to stay from then on. */
export function securityHeaders(secure: boolean): Readonly<Record<string, string>> {
  return secure ? { ...strict, ...transport } : strict;
}

const isSecure = (publicUrl: string) => publicUrl.startsWith("https:");

/** The same as lines, for answers that are written to a socket by hand. `publicUrl` says whether that is https. */
export function securityLines(publicUrl: string): string[] {
  return Object.entries(securityHeaders(isSecure(publicUrl))).map(([name, value]) => `${name}: ${value}`);
}

/** The headers for this request, whose proxy may say that it came over https. */
export function securityHeadersFor(request: FastifyRequest, publicUrl: string) {
  return securityHeaders(isSecure(publicUrl) || request.protocol === "https");
}

/** Sends every answer with them. To be called before any other hook may refuse a request. */
export function secureAnswers(http: FastifyInstance, publicUrl: string): void {
  http.addHook("onRequest", (request, reply, done) => {
    reply.headers(securityHeadersFor(request, publicUrl));
    done();
  });
}
