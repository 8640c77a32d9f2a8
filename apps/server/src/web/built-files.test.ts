import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { fastify } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serveBuiltFiles } from "./built-files.ts";

const pageScript = "export const words = 'a script of a page';";
const app = fastify();
let buildFolder: string;
beforeAll(async () => {
  buildFolder = await mkdtemp(join(tmpdir(), "kakehashi-built-"));
  const client = join(buildFolder, "client");
  await mkdir(join(client, "assets", "pdf", "wasm"), { recursive: true });
  const files: Record<string, string | Buffer> = {
    "../secret.txt": "secret",
    "robots.txt": "User-agent: *",
    "assets/page-1a.js": pageScript,
    "assets/page-1a.js.br": brotliCompressSync(pageScript),
    "assets/page-1a.js.gz": gzipSync(pageScript),
    "assets/small-2b.css": "a{}",
    "assets/pdf/wasm/decode.wasm": "wasm",
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(client, name), content);
  await serveBuiltFiles(app, client);
});
afterAll(async () => {
  await app.close();
  await rm(buildFolder, { recursive: true });
});

const getFile = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { "accept-encoding": "gzip, deflate, br, zstd", ...headers } });

test.each([
  ["gzip, deflate, br, zstd", "br", brotliCompressSync(pageScript)],
  ["gzip, deflate", "gzip", gzipSync(pageScript)],
  ["identity", undefined, Buffer.from(pageScript)],
])("a script for a browser that takes %s is sent as %s", async (acceptedEncodings, encoding, body) => {
  const { statusCode, headers, rawPayload } = await getFile("/assets/page-1a.js", {
    "accept-encoding": acceptedEncodings,
  });
  expect([statusCode, headers["content-encoding"], headers["content-type"], headers.vary]).toEqual([
    200,
    encoding,
    "application/javascript; charset=utf-8",
    "accept-encoding",
  ]);
  expect(rawPayload).toEqual(body);
});

test("a hashed file is kept for a year, another one for an hour, a folder below is served too", async () => {
  const answers = [];
  for (const path of [
    "/assets/page-1a.js",
    "/assets/small-2b.css",
    "/assets/pdf/wasm/decode.wasm",
    "/robots.txt",
  ]) {
    const { statusCode, headers } = await getFile(path);
    answers.push([statusCode, headers["content-type"], headers["cache-control"]]);
  }
  const yearLongCacheControl = "public, max-age=31536000, immutable";
  expect(answers).toEqual([
    [200, "application/javascript; charset=utf-8", yearLongCacheControl],
    [200, "text/css; charset=utf-8", yearLongCacheControl],
    [200, "application/wasm", yearLongCacheControl],
    [200, "text/plain; charset=utf-8", "public, max-age=3600"],
  ]);
});

test("a file that the browser has is not sent again", async () => {
  const { headers } = await getFile("/assets/page-1a.js");
  const secondAnswer = await getFile("/assets/page-1a.js", { "if-none-match": String(headers.etag) });
  expect([secondAnswer.statusCode, secondAnswer.rawPayload.length]).toEqual([304, 0]);
});

test.each([
  "/assets/nothing.js",
  "/assets/",
  "/assets/pdf",
  "/assets/pdf/",
  "/assets/PAGE-1a.js",
  "/assets/pdf/../page-1a.js/",
  "/assets/..%2f..%2fsecret.txt",
  "/assets/%2e%2e/%2e%2e/secret.txt",
  "/assets//etc/passwd",
])("%s is not found", async (path) => {
  expect((await getFile(path)).statusCode).toBe(404);
});
