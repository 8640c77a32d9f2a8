import { join } from "node:path";
import { driveRootId } from "@kakehashi/contract/drive";
import { maximumFileBytes, resumableUploadPath } from "@kakehashi/contract/files";
import { idSchema } from "@kakehashi/contract/kit/ids";
import { ERRORS, EVENTS, type Upload } from "@tus/server";
import { z } from "zod";
import { AppError } from "../../kit/errors.ts";
import { toAppError } from "../../kit/http/failures.ts";
import { newId } from "../../kit/ids.ts";
import type { TusCaller } from "./api-server.ts";
import { TusApiServer } from "./api-server.ts";
import { UploadPieceStore } from "./pieces.ts";
import type { UploadDestination } from "./places.ts";
import type { Files } from "./service.ts";
import { syncToDisk } from "./staging.ts";

const filenameSchema = z.string().max(4096);
/** An upload goes to a conversation or to a folder, never to both. */
const metadataSchema = z
  .looseObject({ filename: filenameSchema })
  .refine((metadata) => !("conversation_id" in metadata && "folder_id" in metadata))
  .pipe(
    z.union([
      z.object({ conversation_id: idSchema, filename: filenameSchema }),
      z.object({ folder_id: z.union([idSchema, z.literal(driveRootId)]), filename: filenameSchema }),
    ]),
  );
type UploadMetadata = z.infer<typeof metadataSchema>;

const readDestination = (metadata: UploadMetadata): UploadDestination =>
  "conversation_id" in metadata
    ? { conversationId: metadata.conversation_id }
    : { folderId: metadata.folder_id === driveRootId ? null : metadata.folder_id };

/** The errors of the tus library that a wrong header causes, each with the name of that header. */
const wrongHeaderByTusError = new Map<unknown, string>([
  [ERRORS.MISSING_OFFSET, "Upload-Offset"],
  [ERRORS.INVALID_OFFSET, "Upload-Offset"],
  [ERRORS.INVALID_LENGTH, "Upload-Length"],
  [ERRORS.ERR_SIZE_EXCEEDED, "Upload-Length"],
  [ERRORS.INVALID_METADATA, "Upload-Metadata"],
  [ERRORS.INVALID_CONTENT_TYPE, "Content-Type"],
]);
const createHeaderError = (header: string) => new AppError("ERR.MALFORMED", { fields: { [header]: "type" } });

interface NodeRequest {
  runtime?: { node?: { req?: unknown } | undefined } | undefined;
}

/** Creates the tus server for resumable uploads. `callerOf` returns the authenticated caller of a request. */
export function createTusServer(files: Files, callerOf: (raw: unknown) => TusCaller) {
  const directory = files.staging.piecesFolder;
  const datastore = new UploadPieceStore(directory);
  const findRequestCaller = (request: NodeRequest) => callerOf(request.runtime?.node?.req);

  // Deletes an upload. If the deletion fails, the hourly clean-up repeats it.
  const deleteUpload = (id: string) => files.openUploads.deleteOpenUpload(id).catch(() => undefined);

  const server = new TusApiServer(callerOf, {
    path: `/api${resumableUploadPath}`,
    datastore,
    relativeLocation: true,
    maxSize: maximumFileBytes,
    allowedOrigins: [],
    namingFunction: () => newId(),
    // By default the tus library takes the upload's id from the last part of the URL, including the query. A caller
    // could write the id of another upload into the query. So the id from our own route is used.
    getFileIdFromRequest: (request) => findRequestCaller(request).uploadId ?? undefined,
    async onUploadCreate(request, upload) {
      const currentCaller = findRequestCaller(request);
      const { actor } = currentCaller;
      const metadata = metadataSchema.safeParse(upload.metadata ?? {});
      if (!metadata.success) throw createHeaderError("Upload-Metadata");
      if (upload.size === undefined) throw createHeaderError("Upload-Length");
      if (upload.size === 0) throw new AppError("FILE.EMPTY");
      await files.places.requireOpen(actor.userId, readDestination(metadata.data));
      currentCaller.createdUploadId = upload.id;
      await files.openUploads.reserveUpload(actor.userId, upload.id, upload.size);
      return { metadata: { ...metadata.data, owner: actor.userId } };
    },
    async onUploadFinish(request, upload: Upload) {
      const { actor } = findRequestCaller(request);
      const metadata = metadataSchema.parse(upload.metadata);
      const destination = readDestination(metadata);
      const path = join(directory, upload.id);
      const storeFinishedUpload = async () => {
        await syncToDisk(path);
        // The person may have left the room during the upload, and then may not add the file to the room.
        await files.places.requireStillMember(actor.userId, destination);
        const receivedFile = { id: upload.id, name: metadata.filename, path };
        return files.storeReceivedUpload(actor.userId, destination, receivedFile);
      };
      // The upload is over, whether its bytes were stored or refused. So its metadata is deleted.
      const file = await storeFinishedUpload().finally(() => deleteUpload(upload.id));
      // The tus library would respond to the last piece with status 204, which allows no body. Status 200 allows a
      // body, which contains the description of the file.
      const status = request.method === "PATCH" ? { status_code: 200 } : {};
      return {
        ...status,
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ data: file }),
      };
    },
    async onResponseError(request, error) {
      const currentCaller = findRequestCaller(request);
      // The request that created this upload failed, so the client never learned its URL. Delete the upload, because
      // nobody can continue it.
      if (currentCaller.createdUploadId !== undefined) await deleteUpload(currentCaller.createdUploadId);
      if (error === ERRORS.ERR_MAX_SIZE_EXCEEDED) currentCaller.refusal = new AppError("FILE.TOO_LARGE");
      // The client requested a tus extension that the server does not support. The tus library would respond with
      // status 501, which looks like a failure of the server.
      if (error === ERRORS.UNSUPPORTED_CONCATENATION_EXTENSION)
        currentCaller.refusal = new AppError("ERR.MALFORMED");
      if (currentCaller.refusal) return { status_code: currentCaller.refusal.status, body: "" };
      const wrongHeader = wrongHeaderByTusError.get(error);
      if (wrongHeader !== undefined) currentCaller.refusal = createHeaderError(wrongHeader);
      // The errors of the tus library itself, such as a wrong offset or version, are not of the class `Error`. The
      // library sets an HTTP status for them that its client library understands.
      if (!(error instanceof Error)) return undefined;
      const apiError = toAppError(error);
      if (apiError.status >= 500) currentCaller.request.log.error({ err: error }, "an upload failed");
      currentCaller.refusal = apiError;
      return { status_code: apiError.status, body: "" };
    },
  });

  server.on(EVENTS.POST_TERMINATE, (_, __, id) => {
    void deleteUpload(id);
  });

  return {
    handle: server.handle.bind(server),
    /** Returns the id of the person who started this upload. Undefined if there is no such unfinished upload. */
    async ownerOf(id: string): Promise<string | null | undefined> {
      const upload = await datastore.getUpload(id).catch(() => null);
      return upload?.metadata?.owner;
    },
  };
}
