import type { FastifyReply } from "fastify";

/** An answer that redirects the browser to another URL. */
export class Redirect {
  readonly to: string;
  /**
   * How to redirect. `302` continues the same navigation. `page` answers with a page that begins a new
   * navigation from this site. Browsers do not send SameSite=Strict cookies after a navigation that began on
   * another site, even cookies that this answer sets.
   */
  readonly method: "302" | "page";
  constructor(to: string, by: "302" | "page") {
    this.to = to;
    this.method = by;
  }
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

export function sendRedirect({ to, method }: Redirect, reply: FastifyReply): FastifyReply {
  // Forbids caching, because the URL may contain a secret code or state.
  reply.header("cache-control", "no-store");
  if (method === "302") return reply.redirect(to, 302);
  const address = escapeHtml(to);
  return reply
    .type("text/html; charset=utf-8")
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark"><meta http-equiv="refresh" content="0;url=${address}"><title>Kakehashi</title><a href="${address}">Kakehashi</a></html>`,
    );
}
