import { mkdirSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { maximumFileSize, uploadPath } from "@kakehashi/contract/files";
import { idSchema } from "@kakehashi/contract/kit/ids";
import { FileStore } from "@tus/file-store";
import { Server, type Upload } from "@tus/server";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { AppError, notFound } from "../../kit/errors.ts";
import type { Actor } from "../../kit/http/call.ts";
import { toAppError } from "../../kit/http/failures.ts";
import { languageOf } from "../../kit/http/route.ts";
import { newId } from "../../kit/ids.ts";
import type { Files } from "./service.ts";
import { settle } from "./staging.ts";

const uploadParams = z.object({ id: idSchema });
const metadataSchema = z.object({ conversation_id: idSchema, filename: z.string().max(4096) });

type Caller = { actor: Actor; request: FastifyRequest };

/** Large files in pieces that may be interrupted (tus 1.0), below `/api/uploads`, under the rules of any other file. */
export function resumableRoutes(
  api: FastifyInstance,
  files: Files,
  authenticate: (request: FastifyRequest) => Promise<Actor | null>,
): void {
  const callers = new WeakMap<IncomingMessage, Caller>();
  const directory = files.staging.pieces;
  mkdirSync(directory, { recursive: true });
  // Not with tus's own expiry: it looks for the file once more after it has become one of ours, and finds it gone.
  const datastore = new FileStore({ directory });

  const callerOf = (request: { runtime?: { node?: { req?: unknown } | undefined } | undefined }): Caller => {
    const raw = request.runtime?.node?.req;
    const caller = callers.get(raw as IncomingMessage);
    if (!caller) throw new Error("An upload came past its door.");
    return caller;
  };

  const tus = new Server({
    path: `/api${uploadPath}`,
    datastore,
    relativeLocation: true,
    maxSize: maximumFileSize,
    allowedOrigins: [],
    namingFunction: () => newId(),
    async onUploadCreate(request, upload) {
      const { actor } = callerOf(request);
      const metadata = metadataSchema.safeParse(upload.metadata ?? {});
      if (!metadata.success || upload.size === undefined) throw new AppError("ERR.MALFORMED");
      if (upload.size === 0) throw new AppError("FILE.EMPTY");
      await files.requireMember(actor.userId, metadata.data.conversation_id);
      return { metadata: { ...metadata.data, owner: actor.userId } };
    },
    async onUploadFinish(request, upload: Upload) {
      const { actor } = callerOf(request);
      const metadata = metadataSchema.parse(upload.metadata);
      const path = join(directory, upload.id);
      await settle(path);
      // Whoever left the room while the file was on its way puts nothing into it any more.
      await files.requireMember(actor.userId, metadata.conversation_id);
      const file = await files.admit(actor.userId, metadata.conversation_id, {
        id: upload.id,
        name: metadata.filename,
        path,
      });
      await datastore.configstore.delete(upload.id);
      // tus answers the last piece with 204, which has no room for what the file became.
      const status = request.method === "PATCH" ? { status_code: 200 } : {};
      return {
        ...status,
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ data: file }),
      };
    },
    onResponseError(request, error) {
      // tus's own refusals (offsets, versions) carry their status and are for the client library alone.
      if (!(error instanceof Error)) return undefined;
      const { request: called } = callerOf(request);
      const told = toAppError(error);
      if (told.status >= 500) called.log.error({ err: error }, "an upload failed");
      return { status_code: told.status, body: JSON.stringify(told.body(languageOf(called))) };
    },
  });

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
    scope.post(uploadPath, async (request, reply) => {
      await handle(request);
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
        const upload = await datastore.getUpload(params.data.id).catch(() => null);
        if (upload?.metadata?.owner !== userId) throw notFound();
        reply.hijack();
        await tus.handle(request.raw, reply.raw);
      },
    });
  });
}
