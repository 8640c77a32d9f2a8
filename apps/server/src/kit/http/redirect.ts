import type { FastifyReply } from "fastify";

/** A response that redirects the browser to another URL. */
export class RedirectAnswer {
  readonly targetUrl: string;
  /**
   * How to redirect. With `302`, the browser continues the same navigation. With `page`, it gets an HTML page that
   * begins a new navigation from this site. If a navigation comes from another site, browsers send no SameSite=Strict
   * cookies, not even those that this response sets.
   */
  readonly redirectTechnique: "302" | "page";
  constructor(to: string, method: "302" | "page") {
    this.targetUrl = to;
    this.redirectTechnique = method;
  }
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

export function sendRedirect(
  { targetUrl, redirectTechnique }: RedirectAnswer,
  reply: FastifyReply,
): FastifyReply {
  // Forbids caching of the redirect, because its URL may contain a secret code or state.
  reply.header("cache-control", "no-store");
  if (redirectTechnique === "302") return reply.redirect(targetUrl, 302);
  const address = escapeHtml(targetUrl);
  return reply
    .type("text/html; charset=utf-8")
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark"><meta http-equiv="refresh" content="0;url=${address}"><title>Kakehashi</title><a href="${address}">Kakehashi</a></html>`,
    );
}
