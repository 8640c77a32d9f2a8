import { outsidePlatforms } from "@kakehashi/contract/channel-states";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { WebhookReceiver } from "./webhooks.ts";

/**
 * Maximum number of bytes of a webhook's body. A platform sends a few events at once, and each has some hundred bytes.
 */
const maximumWebhookBytes = 1_000_000;

/** Registers the routes to which platforms send events. */
export function defineWebhookRoutes(api: FastifyInstance, webhooks: WebhookReceiver): void {
  void api.register(async (scope) => {
    // The signature covers the exact bytes of the body, so the body must not be parsed before the check.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "*",
      { parseAs: "buffer", bodyLimit: maximumWebhookBytes },
      (_: FastifyRequest, body: Buffer, onBodyParsed) => onBodyParsed(null, body),
    );
    for (const name of outsidePlatforms) {
      const path = `/webhooks/${name.toLowerCase()}/:page`;
      scope.post(path, async (request, reply) => {
        await webhooks.receive(name, request.body, request.headers);
        return reply.type("text/plain").send("OK");
      });
      scope.get(path, async (request, reply) => {
        const challengeAnswer = webhooks.answerChallenge(name, request.query as Record<string, unknown>);
        return reply.type("text/plain").send(challengeAnswer);
      });
    }
  });
}
