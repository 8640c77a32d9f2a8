import type { Multipart } from "@fastify/multipart";
import { maximumFiles } from "@kakehashi/contract/files";
import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { AppError } from "../../kit/errors.ts";
import { InputError } from "../../kit/http/route.ts";
import type { Files } from "./service.ts";

/** Bytes of one text field: the longest message, escaped as UTF-8 at its widest. */
const maximumField = 256 * 1024;
/** The names under which files may come. */
const fileFields = new Set(["files", "files[]", "file"]);

/**
 * Reads a multipart request: files are kept at once, under the sender's name, and the answer is what JSON would have
 * said: the text fields, and `file_ids`. Where anything is refused, by `body` too, none of its files stays.
 */
export async function readMultipart(
  files: Files,
  { userId, roomId }: { userId: string; roomId: string },
  request: FastifyRequest,
  body: z.ZodType,
): Promise<Record<string, unknown>> {
  await files.requireMember(userId, roomId);
  const fields: Record<string, unknown> = {};
  const ids: string[] = [];
  async function readAll(): Promise<Record<string, unknown>> {
    // Who went away while they waited brings nothing any more, not even an end.
    if (request.raw.destroyed) throw new AppError("ERR.MALFORMED");
    for await (const part of readParts(request)) {
      if (part.type === "file") {
        if (!fileFields.has(part.fieldname)) throw unknownField(part.fieldname);
        const { id } = await files.upload(userId, roomId, part.filename ?? "", part.file).catch((error) => {
          throw explain(error);
        });
        ids.push(id);
      } else if (part.valueTruncated) throw new AppError("ERR.TOO_LARGE");
      else if (Object.hasOwn(fields, part.fieldname) || part.fieldname === "file_ids")
        throw unknownField(part.fieldname);
      else fields[part.fieldname] = part.value;
    }
    const read = ids.length > 0 ? { ...fields, file_ids: ids } : fields;
    const judged = body.safeParse(read);
    if (!judged.success) throw new InputError(judged.error.issues);
    return read;
  }
  try {
    return await files.uploadTurn(userId, readAll);
  } catch (error) {
    // What is still on its way is read and thrown away: unread, it would hold up the connection and all that follows.
    request.raw.unpipe().resume();
    await files.discard(userId, ids);
    throw error;
  }
}

/** The parts of a body. Throws ERR.MALFORMED at the first byte that is no multipart. */
async function* readParts(request: FastifyRequest): AsyncGenerator<Multipart> {
  const limits = { files: maximumFiles, fields: 20, fieldSize: maximumField, headerPairs: 20 };
  // The parser would look for a delimiter without a name.
  if (!/;\s*boundary=(?:"[^"]|[^\s;"])/i.test(request.headers["content-type"] ?? ""))
    throw new AppError("ERR.MALFORMED");
  try {
    // Errors of whoever takes the parts do not come this way: only the parser's do.
    yield* request.parts({ limits });
  } catch (error) {
    throw explain(error);
  }
}

/**
 * The parser's errors about a body (cut off, without a boundary, with another one) are plain `Error`s, and a part that
 * ends with its connection is a stream that closed too early. All others say what they are by their class or code.
 */
function explain(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = "code" in error ? error.code : undefined;
  const plain = Object.getPrototypeOf(error) === Error.prototype && error.name === "Error";
  const malformed = (plain && code === undefined) || code === "ERR_STREAM_PREMATURE_CLOSE";
  return malformed ? new AppError("ERR.MALFORMED") : error;
}

function unknownField(name: string): InputError {
  return new InputError([{ code: "unrecognized_keys", keys: [name], path: [], message: "unknown" }]);
}
