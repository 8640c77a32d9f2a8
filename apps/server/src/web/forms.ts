import { AppError } from "../kit/errors.ts";

/** Bytes of a page's form: the longest contact message, every character escaped, several times over. */
const maximumBytes = 64 * 1024;
/** Bytes of a longer one that are let go by, so that whoever sent it can be told so on the page. */
const maximumReadBytes = 4 * 1024 * 1024;

/** Stands for a form that nobody could have typed into a page of ours; what it said is not kept. */
export const tooLarge = Symbol("a form that is too large");

export async function readForm(payload: AsyncIterable<Buffer>): Promise<string | typeof tooLarge> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const part of payload) {
    size += part.length;
    if (size > maximumReadBytes) throw new AppError("ERR.TOO_LARGE");
    if (size <= maximumBytes) chunks.push(part);
  }
  return size <= maximumBytes ? Buffer.concat(chunks).toString() : tooLarge;
}
