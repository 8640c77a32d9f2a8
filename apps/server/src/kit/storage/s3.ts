import type { Readable } from "node:stream";
import { GetObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { Disk } from "flydrive";
import { S3Driver } from "flydrive/drivers/s3";
import type { Storage } from "./storage.ts";

export interface S3Options {
  bucket: string;
  /** The URL of the S3 service. Null: AWS, by region. */
  endpoint: string | null;
  region: string;
  /** The access key. Null: credentials from the environment, such as a role or a profile. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
}

/** Stores files in a bucket of any S3-compatible service. */
export function createS3Storage({ bucket, endpoint, region, credentials }: S3Options): Storage {
  const client = new S3Client({
    region,
    ...(credentials && { credentials }),
    // Puts the bucket's name into the path of the URL. Self-hosted S3 services have no separate host name for each
    // bucket.
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    // Many S3 services do not support the newer checksums of the client library, so it sends checksums only when they
    // are required.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  const bucketDisk = new Disk(new S3Driver({ client, bucket, visibility: "private", supportsACL: false }));
  return {
    storeFile: (path, key, contentType) => bucketDisk.moveFromFs(path, key, { contentType }),
    // The S3 service itself copies the file, so the bytes do not pass through this server.
    copy: (source, target) => bucketDisk.copy(source, target),
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
      for (const key of keys) await bucketDisk.delete(key);
    },
    async assertWritable() {
      // Tests the bucket by writing to it. So a read-only key fails when the server starts, not at the first upload.
      await bucketDisk.put("check", new Date().toISOString());
    },
    close: () => client.destroy(),
  };
}
