import type { FastifyInstance, FastifyRequest } from "fastify";

/**
 * Registers `rewrite`, which changes the text of every JSON response of `app`. For example, it inserts words in the
 * reader's language.
 */
export function rewriteJsonAnswers(
  app: FastifyInstance,
  rewrite: (json: string, request: FastifyRequest) => string,
): void {
  app.addHook("onSend", (request, _, payload, finishSend) => {
    finishSend(null, typeof payload === "string" ? rewrite(payload, request) : payload);
  });
}
