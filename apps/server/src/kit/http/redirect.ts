import type { FastifyReply } from "fastify";

/** An answer that leads a browser elsewhere. */
export class Redirect {
  readonly to: string;
  /**
   * `302` goes on as the same navigation. `page` begins a new one from this site: after a navigation that began on
   * another, browsers hold back SameSite=Strict cookies, also those that this very answer sets.
   */
  readonly by: "302" | "page";
  constructor(to: string, by: "302" | "page") {
    this.to = to;
    this.by = by;
  }
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

export function sendRedirect({ to, by }: Redirect, reply: FastifyReply): FastifyReply {
  // What came with the address (a code, a state) stays between us.
  reply.header("cache-control", "no-store");
  if (by === "302") return reply.redirect(to, 302);
  const address = escapeHtml(to);
  return reply
    .type("text/html; charset=utf-8")
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark"><meta http-equiv="refresh" content="0;url=${address}"><title>Kakehashi</title><a href="${address}">Kakehashi</a></html>`,
    );
}
