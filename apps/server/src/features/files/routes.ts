import {
  discardFile,
  downloadFile,
  downloadRendition,
  getStorageUse,
  listConversationsWithFiles,
  listFiles,
  uploadMessageFiles,
} from "@kakehashi/contract/files";
import { createNotFoundError } from "../../kit/errors.ts";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { readMultipartAndStoreFiles } from "./multipart.ts";
import { defineResumableRoutes } from "./resumable.ts";
import { createFiles, type Files, type FilesOptions } from "./service.ts";

export function defineFileRoutes(route: DefineRoute, files: Files): void {
  route(listFiles, ({ actor }, { query }) =>
    files.list(actor.userId, { ...query, roomId: query.in, isOwnOnly: query.mine === "1" }),
  );
  route(listConversationsWithFiles, async ({ actor }, { query }) => ({
    data: await files.listLocations(actor.userId, query.mine === "1"),
  }));
  route(getStorageUse, async ({ actor }) => ({ data: await files.quota.readUse(actor.userId) }));
  route(downloadFile, async ({ actor, prefersJson }, { params, query }) =>
    prefersJson
      ? { data: await files.describe(actor.userId, params.id) }
      : files.download(actor.userId, params.id, query.download === "1"),
  );
  route(downloadRendition, ({ actor }, { params }) =>
    files.downloadRendition(actor.userId, params.id, params.rendition),
  );
  route(
    uploadMessageFiles,
    async ({ actor }, { params, body }) => ({
      data: await files.listUnsent(actor.userId, params.id, body.file_ids),
    }),
    async ({ actor }, params, request) => {
      await files.requireOpenRoom(actor.userId, params.id);
      return readMultipartAndStoreFiles(
        files,
        { userId: actor.userId, roomId: params.id },
        request,
        uploadMessageFiles.body,
      );
    },
  );
  route(discardFile, async ({ actor }, { params }) => {
    const [id] = await files.discardUnsent(actor.userId, [params.id]);
    if (!id) throw createNotFoundError();
    return { data: { id } };
  });
}

/** Creates the service for files, and registers its API routes. */
export const createFilesFeature = (dependencies: FilesOptions) =>
  withRoutes(createFiles(dependencies), ({ route, httpServer, authenticate }, files) => {
    defineFileRoutes(route, files);
    defineResumableRoutes(httpServer, files, authenticate);
  });
