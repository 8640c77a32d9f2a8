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
  try {
    for await (const part of request.parts({
      limits: { files: maximumFiles, fields: 20, fieldSize: maximumField, headerPairs: 20 },
    })) {
      if (part.type === "file") {
        if (!fileFields.has(part.fieldname)) throw unknownField(part.fieldname);
        const { id } = await files.upload(userId, roomId, part.filename ?? "", part.file);
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
  } catch (error) {
    // What is still on its way is read and thrown away: unread, it would hold up the connection and all that follows.
    request.raw.unpipe().resume();
    await files.discard(userId, ids);
    throw error;
  }
}

function unknownField(name: string): InputError {
  return new InputError([{ code: "unrecognized_keys", keys: [name], path: [], message: "unknown" }]);
}
