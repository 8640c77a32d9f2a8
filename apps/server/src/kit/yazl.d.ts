/** What we use of it; the package has no types of its own. */
declare module "yazl" {
  import type { Readable } from "node:stream";
  export class ZipFile {
    readonly outputStream: Readable;
    /** Reads one after the other: the next is opened once the one before has ended. */
    addReadStreamLazy(
      path: string,
      options: { mtime?: Date; compress?: boolean },
      open: (done: (error: unknown, stream?: Readable) => void) => void,
    ): void;
    end(): void;
    on(event: "error", listener: (error: Error) => void): void;
  }
}
