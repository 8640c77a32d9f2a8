import { mkdirSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { uploadPath, uploadsPerMinute } from "@kakehashi/contract/files";
import { idSchema } from "@kakehashi/contract/kit/ids";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { AppError, notFound } from "../../kit/errors.ts";
import type { Actor } from "../../kit/http/call.ts";
import { createLimit } from "../../kit/http/limits.ts";
import type { Files } from "./service.ts";
import type { Caller, createTus } from "./tus.ts";

const uploadParams = z.object({ id: idSchema });

/** Large files in pieces that may be interrupted (tus 1.0), below `/api/uploads`, under the rules of any other file. */
export function resumableRoutes(
  api: FastifyInstance,
  files: Files,
  authenticate: (request: FastifyRequest) => Promise<Actor | null>,
): void {
  const callers = new WeakMap<object, Caller>();
  mkdirSync(files.staging.pieces, { recursive: true });

  const callerOf = (raw: unknown): Caller => {
    const caller = callers.get(raw as IncomingMessage);
    if (!caller) throw new Error("An upload came past its door.");
    return caller;
  };

  let loaded: Promise<ReturnType<typeof createTus>> | undefined;
  // With the first large file: its libraries hold memory that a server of words has no use for.
  const loadTus = () => {
    loaded ??= import("./tus.ts").then(({ createTus }) => createTus(files, callerOf));
    return loaded;
  };

  const handle = async (request: FastifyRequest): Promise<Actor> => {
    const actor = await authenticate(request);
    if (!actor) throw new AppError("ERR.TOK0101");
    if (!actor.mayWrite) throw new AppError("ERR.BLOCKED");
    callers.set(request.raw, { actor, request });
    return actor;
  };

  void api.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The bytes are for tus to read.
    scope.addContentTypeParser("*", (_, __, done) => done(null));
    const limit = createLimit(scope, uploadsPerMinute);
    scope.post(uploadPath, async (request, reply) => {
      const { userId } = await handle(request);
      await limit(request, userId);
      const tus = await loadTus();
      reply.hijack();
      await tus.handle(request.raw, reply.raw);
    });
    scope.route({
      method: ["HEAD", "PATCH", "DELETE"],
      url: `${uploadPath}/:id`,
      handler: async (request, reply) => {
        const { userId } = await handle(request);
        const params = uploadParams.safeParse(request.params);
        if (!params.success) throw notFound();
        const tus = await loadTus();
        if ((await tus.ownerOf(params.data.id)) !== userId) throw notFound();
        reply.hijack();
        await tus.handle(request.raw, reply.raw);
      },
    });
  });
}
