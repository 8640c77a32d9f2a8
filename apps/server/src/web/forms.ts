import { AppError } from "../kit/errors.ts";
import { type Allowance, createAllowance } from "../kit/http/allowance.ts";

/** Whether a page takes a form at an address. `.data`: as the web app's own scripts send it. */
export const takesForm = (url: string): boolean => /^\/(?:vi\/)?contact(?:\.data|\/)?(?:\?|$)/.test(url);

/** How many forms one network may send at once, and how many more each second. An office sends few. */
export const createFormAllowance = (): Allowance => createAllowance({ burst: 20, perSecond: 0.5 });

/**
 * The most bytes of a page's form: several times the longest contact message with every character escaped.
 */
const maximumBytes = 64 * 1024;
/** How many bytes of a longer form are read and dropped, so that the sender can see an error on the page. */
const maximumReadBytes = 4 * 1024 * 1024;

/** Replaces a form that is too large to be typed into one of our pages. Its content is dropped. */
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
