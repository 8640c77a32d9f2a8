import { AppError } from "../kit/errors.ts";
import { createTokenBucket, type TokenBucket } from "../kit/http/allowance.ts";

/**
 * Whether a page accepts a form at this URL. `.data` is the suffix when the web app's own scripts send the
 * form.
 */
export const acceptsFormAt = (url: string): boolean => /^\/(?:vi\/)?contact(?:\.data|\/)?(?:\?|$)/.test(url);

/**
 * How many forms one network may send at once, and how many more per second. An office with many people sends fewer.
 */
export const createFormAllowance = (): TokenBucket => createTokenBucket({ burst: 20, perSecond: 0.5 });

/**
 * Maximum size of a page's form in bytes: several times the longest contact message with every character
 * escaped.
 */
const maximumFormBytes = 64 * 1024;
/** How many bytes of a longer form are read and dropped, so that the sender can see an error on the page. */
const maximumReadBytes = 4 * 1024 * 1024;

/** Stands for a form that is larger than any form of our pages can be. The page then shows an error. */
export const tooLargeForm = Symbol("a form that is too large");

export async function readForm(payload: AsyncIterable<Buffer>): Promise<string | typeof tooLargeForm> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const part of payload) {
    size += part.length;
    if (size > maximumReadBytes) throw new AppError("ERR.TOO_LARGE");
    if (size <= maximumFormBytes) chunks.push(part);
  }
  return size <= maximumFormBytes ? Buffer.concat(chunks).toString() : tooLargeForm;
}
