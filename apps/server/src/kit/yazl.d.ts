/** Types for the parts of the package `yazl` that the server uses. The package has no types of its own. */
declare module "yazl" {
  import type { Readable } from "node:stream";
  export class ZipFile {
    readonly outputStream: Readable;
    /** Adds a stream that is opened only when the stream before it has ended. */
    addReadStreamLazy(
      path: string,
      options: { mtime?: Date; compress?: boolean },
      open: (done: (error: unknown, stream?: Readable) => void) => void,
    ): void;
    end(): void;
    on(event: "error", listener: (error: Error) => void): void;
  }
}
