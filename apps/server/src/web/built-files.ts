import { readdir } from "node:fs/promises";
import { extname, join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { builtFileContentSecurityPolicy } from "./headers.ts";

/** The media types that the web app's build compresses in `compress.ts`. */
const compressedTypes: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".js": "application/javascript; charset=utf-8",
  ".mjs": "application/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
};
/**
 * The compressed copies of a file, the smallest first. `extension` ends the copy's file name. `encoding` is its HTTP
 * content encoding.
 */
const compressedCopies = [
  { extension: ".br", encoding: "br", isAccepted: /\bbr\b/ },
  { extension: ".gz", encoding: "gzip", isAccepted: /\bgzip\b/ },
] as const;

/**
 * Serves the files of a build's `client` folder. Browsers cache the files in `assets` for a year, because their names
 * contain a hash of the content. They cache all other files for an hour.
 */
export async function serveBuiltFiles(app: FastifyInstance, folder: string): Promise<void> {
  await serveAssets(app, join(folder, "assets"));
  await app.register(fastifyStatic, {
    ...fileOptions,
    root: folder,
    preCompressed: true,
    wildcard: false,
    globIgnore: ["**/*.{br,gz}", "assets/**"],
    decorateReply: false,
    setHeaders(reply, path) {
      setFileHeaders(reply, "public, max-age=3600");
      // Other people's sites load `widget.js` to show a bot on their pages. So allow every origin to load this file.
      if (/[/\\]widget\.js(?:\.\w+)?$/.test(path))
        reply.header("cross-origin-resource-policy", "cross-origin");
    },
  });
}

const fileOptions = { index: false, cacheControl: false } as const;

type HeaderTarget = { header(name: string, value: string): unknown };

function setFileHeaders(reply: HeaderTarget, cacheControl: string): void {
  reply.header("cache-control", cacheControl);
  reply.header("vary", "accept-encoding");
  reply.header("content-security-policy", builtFileContentSecurityPolicy);
}

/**
 * Reads the file names of the folder once, because a page of the chat requests more than a hundred of these files. The
 * static file library would read the whole folder for each request, and try each compressed copy of a file until one
 * exists.
 */
async function serveAssets(app: FastifyInstance, folder: string): Promise<void> {
  const names = new Set(await readdir(folder, { recursive: true }));
  await app.register(fastifyStatic, {
    ...fileOptions,
    root: folder,
    serve: false,
    setHeaders(reply, path) {
      setFileHeaders(reply, "public, max-age=31536000, immutable");
      const compressedCopy = compressedCopies.find(({ extension }) => path.endsWith(extension));
      const type =
        compressedCopy && compressedTypes[extname(path.slice(0, -compressedCopy.extension.length))];
      if (!type) return;
      reply.header("content-type", type);
      reply.header("content-encoding", compressedCopy.encoding);
    },
  });
  // Register one route for all files together. There are hundreds of files. A route for each of them would take a tenth
  // of the start time, and slow down the search for every route.
  app.route<{ Params: { "*": string } }>({
    method: ["GET", "HEAD"],
    url: "/assets/*",
    schema: { hide: true },
    handler(request, reply) {
      const name = request.params["*"];
      if (!names.has(name)) return reply.callNotFound();
      const acceptedEncodings = request.headers["accept-encoding"] ?? "";
      const compressedFile =
        compressedTypes[extname(name)] &&
        compressedCopies.find(
          ({ extension, isAccepted }) => isAccepted.test(acceptedEncodings) && names.has(name + extension),
        );
      return reply.sendFile(name + (compressedFile ? compressedFile.extension : ""));
    },
  });
}
