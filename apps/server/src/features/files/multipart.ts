import type { Readable } from "node:stream";
import type { Multipart } from "@fastify/multipart";
import { maximumFilesPerMessage } from "@kakehashi/contract/files";
import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { AppError } from "../../kit/errors.ts";
import { InputError, zodReportInputOptions } from "../../kit/http/input.ts";
import type { Rooms } from "../rooms/service.ts";
import type { FileSizeLimit, UnfinishedUploadFolder } from "./staging.ts";
import type { createUploadQueue } from "./upload-queue.ts";

/** Maximum bytes of one text field. The longest allowed message fits even if every character is escaped. */
const maximumFieldBytes = 256 * 1024;
/** The form field names under which a client may send files. */
const fileFieldNames = new Set(["files", "files[]", "file"]);

/** The functions that `readMultipart` needs to check the sender and to store the files of a message. */
interface MessageFileFunctions {
  readonly requireMember: Rooms["requireMember"];
  readonly uploadTurn: ReturnType<typeof createUploadQueue>;
  upload(userId: string, roomId: string, name: string, content: Readable): Promise<{ readonly id: string }>;
  discardUnsent(userId: string, ids: readonly string[]): Promise<string[]>;
}

/**
 * Reads a multipart request. Stores the files for the sender and returns the text fields and `file_ids`, in the shape
 * of a JSON body. If any part is refused, or the fields do not match the schema `body`, deletes all of the request's
 * files.
 */
export async function readMultipartAndStoreFiles(
  files: MessageFileFunctions,
  { userId, roomId }: { userId: string; roomId: string },
  request: FastifyRequest,
  body: z.ZodType,
): Promise<Record<string, unknown>> {
  await files.requireMember(userId, roomId);
  const fields: Record<string, unknown> = {};
  const ids: string[] = [];
  async function storeFilesAndReadFields(): Promise<Record<string, unknown>> {
    // The client disconnected while its request waited in the queue. The body will never be complete, so reading it
    // would never end.
    if (request.raw.destroyed) throw new AppError("ERR.MALFORMED");
    for await (const multipartPart of readMultipartParts(request)) {
      if (multipartPart.type === "file") {
        if (!fileFieldNames.has(multipartPart.fieldname)) throw unknownFieldError(multipartPart.fieldname);
        const { id } = await files
          .upload(userId, roomId, multipartPart.filename ?? "", multipartPart.file)
          .catch((error) => {
            throw toApiError(error);
          });
        ids.push(id);
      } else if (multipartPart.valueTruncated) throw new AppError("ERR.TOO_LARGE");
      else if (Object.hasOwn(fields, multipartPart.fieldname) || multipartPart.fieldname === "file_ids")
        throw unknownFieldError(multipartPart.fieldname);
      else fields[multipartPart.fieldname] = multipartPart.value;
    }
    const messageFields = ids.length > 0 ? { ...fields, file_ids: ids } : fields;
    const parseResult = body.safeParse(messageFields, zodReportInputOptions);
    if (!parseResult.success) throw new InputError(parseResult.error.issues);
    return messageFields;
  }
  try {
    return await files.uploadTurn(userId, storeFilesAndReadFields);
  } catch (error) {
    discardBody(request);
    await files.discardUnsent(userId, ids);
    throw error;
  }
}

/** Reads and discards a request body. Unread bytes would block the connection for its next request. */
export const discardBody = (request: FastifyRequest): void => {
  request.raw.unpipe().resume();
};

/**
 * Reads a multipart request that contains one file and nothing else. Returns the file's path on the server's disk, and
 * the name that the sender gave it.
 */
export async function receiveMultipartFile(
  uploadFolder: Pick<UnfinishedUploadFolder, "receiveFile" | "remove">,
  request: FastifyRequest,
  sizeLimit: FileSizeLimit,
): Promise<{ path: string; name: string }> {
  let foundFile: { path: string; name: string } | null = null;
  try {
    if (request.raw.destroyed) throw new AppError("ERR.MALFORMED");
    for await (const multipartPart of readMultipartParts(request, { files: 1, fields: 0 })) {
      if (multipartPart.type !== "file" || !fileFieldNames.has(multipartPart.fieldname))
        throw unknownFieldError(multipartPart.fieldname);
      const path = await uploadFolder.receiveFile(multipartPart.file, sizeLimit).catch((error) => {
        throw toApiError(error);
      });
      foundFile = { path, name: multipartPart.filename ?? "" };
    }
    if (!foundFile) throw new AppError("ERR.INPUT", { fields: { file: "required" } });
    return foundFile;
  } catch (error) {
    discardBody(request);
    if (foundFile) await uploadFolder.remove(foundFile.path);
    throw error;
  }
}

/** Splits a multipart body into its parts. Throws ERR.MALFORMED at the first invalid byte. */
async function* readMultipartParts(
  request: FastifyRequest,
  maximumPartCounts = { files: maximumFilesPerMessage, fields: 20 },
): AsyncGenerator<Multipart> {
  const multipartLimits = { ...maximumPartCounts, fieldSize: maximumFieldBytes, headerPairs: 20 };
  // Without a boundary in the header, the parser would split the body at an empty delimiter.
  if (!/;\s*boundary=(?:"[^"]|[^\s;"])/i.test(request.headers["content-type"] ?? ""))
    throw new AppError("ERR.MALFORMED");
  try {
    // This `try` catches only errors of the parser. Errors of the code that consumes the parts must not be caught here.
    for await (const multipartPart of request.parts({ limits: multipartLimits })) {
      // The types of the multipart parser say that every part has a name, but a client may send a part without one.
      if ((multipartPart.fieldname as string | undefined) === undefined) throw new AppError("ERR.MALFORMED");
      yield multipartPart;
    }
  } catch (error) {
    throw toApiError(error);
  }
}

/**
 * Converts errors of the multipart parser to API errors. For a malformed body, the parser throws a plain `Error`
 * without a code. If the client disconnects, the stream fails with "premature close". Other errors are returned
 * unchanged.
 */
function toApiError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = "code" in error ? error.code : undefined;
  const isPlainError = Object.getPrototypeOf(error) === Error.prototype && error.name === "Error";
  const isMalformedBody = (isPlainError && code === undefined) || code === "ERR_STREAM_PREMATURE_CLOSE";
  return isMalformedBody ? new AppError("ERR.MALFORMED") : error;
}

function unknownFieldError(name: string): InputError {
  return new InputError([{ code: "unrecognized_keys", keys: [name], path: [], message: "unknown" }]);
}
