import type { Readable } from "node:stream";
import { GetObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { Disk } from "flydrive";
import { S3Driver } from "flydrive/drivers/s3";
import type { Storage } from "./storage.ts";

export interface S3Options {
  bucket: string;
  /** Null: the provider's own, by region. */
  endpoint: string | null;
  region: string;
  /** Null: what the environment offers (a role, a profile). */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
}

/** Files in a bucket of anything that speaks S3. */
export function s3Storage({ bucket, endpoint, region, credentials }: S3Options): Storage {
  const client = new S3Client({
    region,
    ...(credentials && { credentials }),
    // Own servers have no bucket host names.
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    // Many stand-ins and older servers do not know the newer checksums that the client would add unasked.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  const disk = new Disk(new S3Driver({ client, bucket, visibility: "private", supportsACL: false }));
  return {
    take: (path, key, contentType) => disk.moveFromFs(path, key, { contentType }),
    async read(key, range) {
      const { Body } = await client.send(
        new GetObjectCommand({
          Bucket: bucket,
          Key: key,
          ...(range && { Range: `bytes=${range.start}-${range.end}` }),
        }),
      );
      if (!Body) throw new Error("The storage answered without a body.");
      return Body as Readable;
    },
    async remove(keys) {
      for (const key of keys) await disk.delete(key);
    },
    async check() {
      // Looking is not enough: a key that may read and not write would fail the first upload instead of the start.
      await disk.put("check", new Date().toISOString());
    },
    close: () => client.destroy(),
  };
}
