import { AppError } from "../kit/errors.ts";
import { createKeyedTokenBuckets, type KeyedTokenBuckets } from "../kit/http/allowance.ts";

/** Whether a page accepts a form at this URL. The web app's own scripts add `.data` to the path. */
export const isFormUrl = (url: string): boolean => /^\/(?:vi\/)?contact(?:\.data|\/)?(?:\?|$)/.test(url);

/**
 * The rate limit for forms from one network: how many at once, and how many more per second. Even an office with many
 * people sends fewer.
 */
export const createFormRateLimit = (): KeyedTokenBuckets =>
  createKeyedTokenBuckets({ burst: 20, perSecond: 0.5 });

/**
 * The maximum size of a submitted form in bytes. It is larger than a form with the longest contact message, even if
 * every character is escaped.
 */
const maximumFormBytes = 64 * 1024;
/**
 * A form that is too large is still read up to this many bytes, but its content is dropped. A browser that cannot
 * finish sending would not show the error page.
 */
const maximumReadBytes = 4 * 1024 * 1024;

/** Stands for a form that is larger than any form of our pages. The page then shows an error. */
export const tooLargeFormSymbol = Symbol("a form that is too large");

export async function readForm(payload: AsyncIterable<Buffer>): Promise<string | typeof tooLargeFormSymbol> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of payload) {
    size += chunk.length;
    if (size > maximumReadBytes) throw new AppError("ERR.TOO_LARGE");
    if (size <= maximumFormBytes) chunks.push(chunk);
  }
  return size <= maximumFormBytes ? Buffer.concat(chunks).toString() : tooLargeFormSymbol;
}
