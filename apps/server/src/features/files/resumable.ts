import { mkdirSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import {
  resumableUploadPath,
  uploadPieceRequestsPerMinute,
  uploadsPerMinute,
} from "@kakehashi/contract/files";
import { idSchema } from "@kakehashi/contract/kit/ids";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import type { Actor } from "../../kit/http/call.ts";
import { createCallLimiter } from "../../kit/http/limits.ts";
import type { TusCaller } from "./api-server.ts";
import type { Files } from "./service.ts";
import type { createTusServer } from "./tus.ts";

const uploadParams = z.object({ id: idSchema });

/**
 * Serves resumable uploads of large files (protocol tus 1.0) below `/api/uploads`. Permissions, size limits and quotas
 * are the same as for uploads in one request.
 */
export function defineResumableRoutes(
  api: FastifyInstance,
  files: Files,
  authenticate: (request: FastifyRequest) => Promise<Actor | null>,
): void {
  const callersByRequest = new WeakMap<object, TusCaller>();
  mkdirSync(files.staging.piecesFolder, { recursive: true });

  const callerOf = (rawRequest: unknown): TusCaller => {
    const tusCaller = callersByRequest.get(rawRequest as IncomingMessage);
    if (!tusCaller) throw new Error("An upload came past its door.");
    return tusCaller;
  };

  let tusPromise: Promise<ReturnType<typeof createTusServer>> | undefined;
  // Loads the tus libraries when the first large file arrives. They use memory, and most servers never need them.
  const loadTus = () => {
    tusPromise ??= import("./tus.ts").then(({ createTusServer }) => createTusServer(files, callerOf));
    return tusPromise;
  };

  const requireUnblockedActor = async (request: FastifyRequest): Promise<void> => {
    const actor = await authenticate(request);
    if (!actor) throw new AppError("ERR.TOK0101");
    if (!actor.mayWrite) throw new AppError("ERR.BLOCKED");
    request.actor = actor;
  };

  /**
   * Copies the HTTP headers that the server has set so far to the raw response, and leaves the rest of the response to
   * the tus library.
   */
  const forwardToTus = (reply: FastifyReply) => {
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    reply.hijack();
  };

  void api.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Fastify must not read the request body, because the tus library reads it.
    scope.addContentTypeParser("*", (_, __, onBodySkipped) => onBodySkipped(null));
    scope.addHook("onRequest", requireUnblockedActor);
    const limit = createCallLimiter(scope, uploadsPerMinute);
    scope.post(resumableUploadPath, async (request, reply) => {
      const { actor } = request;
      if (!actor) throw new AppError("ERR.TOK0101");
      limit(actor.userId);
      const tusServer = await loadTus();
      callersByRequest.set(request.raw, { actor, request, uploadId: null });
      forwardToTus(reply);
      await tusServer.handle(request.raw, reply.raw);
    });
    const piecesLimit = createCallLimiter(scope, uploadPieceRequestsPerMinute);
    scope.route({
      method: ["HEAD", "PATCH", "DELETE"],
      url: `${resumableUploadPath}/:id`,
      handler: async (request, reply) => {
        const { actor } = request;
        if (!actor) throw new AppError("ERR.TOK0101");
        piecesLimit(actor.userId);
        const params = uploadParams.safeParse(request.params);
        if (!params.success) throw createNotFoundError();
        const uploadId = params.data.id;
        const tusServer = await loadTus();
        if ((await tusServer.ownerOf(uploadId)) !== actor.userId) throw createNotFoundError();
        callersByRequest.set(request.raw, { actor, request, uploadId });
        forwardToTus(reply);
        await tusServer.handle(request.raw, reply.raw);
      },
    });
  });
}
