import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmdirSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Returns the reason why tests cannot mount a disk on this computer. Null if they can. */
export function findMountProblem(): string | null {
  if (process.platform !== "linux") return "this is not Linux";
  if (process.getuid?.() !== 0) return "only root may mount";
  try {
    SmallDisk.mount(1).unmount();
    return null;
  } catch {
    return "mounting is not allowed here";
  }
}

/** An in-memory disk of a few megabytes, which a test can fill to its last byte. */
export class SmallDisk {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static mount(megabytes: number): SmallDisk {
    const folder = mkdtempSync(join(tmpdir(), "kakehashi-disk-"));
    try {
      execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder], {
        stdio: "ignore",
      });
    } catch (error) {
      rmdirSync(folder);
      throw error;
    }
    // If the test runs as root, the database runs as another account of the operating system. That account must be able
    // to enter this folder.
    chmodSync(folder, 0o711);
    return new SmallDisk(folder);
  }

  /** Fills the disk until `bytesToLeave` bytes are free, rounded up to whole pages of 4 kB. */
  async fill(bytesToLeave = 0): Promise<void> {
    const page = 4096;
    const fillerFile = await open(join(this.folder, "ballast"), "w");
    try {
      const block = Buffer.alloc(64 * page, 1);
      let size = 0;
      for (let chunkLength = block.length; chunkLength >= page; ) {
        const writtenBytes = await fillerFile.write(block, 0, chunkLength, size).then(
          ({ bytesWritten }) => bytesWritten,
          () => 0,
        );
        size += writtenBytes;
        if (writtenBytes < chunkLength) chunkLength = Math.floor(chunkLength / 2);
      }
      await fillerFile.truncate(Math.max(0, size - Math.ceil(bytesToLeave / page) * page));
    } finally {
      await fillerFile.close();
    }
  }

  removeFillerFile(): void {
    rmSync(join(this.folder, "ballast"), { force: true });
  }

  unmount(): void {
    // Unmount lazily, because a normal unmount fails while a file is still open.
    execFileSync("umount", ["-l", this.folder]);
    rmdirSync(this.folder);
  }
}
