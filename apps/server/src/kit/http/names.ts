import type { FastifyInstance, FastifyRequest } from "fastify";

/**
 * Puts a text in the reader's language in the place of a mark, in every JSON answer below `app`: for what a row cannot
 * know, because each reader calls it otherwise. The mark is a character that no other text holds.
 */
export function replaceMark(
  app: FastifyInstance,
  mark: string,
  textFor: (request: FastifyRequest) => string,
): void {
  app.addHook("onSend", (request, _, payload, done) => {
    if (typeof payload !== "string" || !payload.includes(mark)) done(null, payload);
    else done(null, payload.replaceAll(mark, JSON.stringify(textFor(request)).slice(1, -1)));
  });
}
