import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findPreviewableLinks, findWorkspacePath } from "@kakehashi/contract/links";
import type { Message } from "@kakehashi/contract/messages";
import type { LinkPreview } from "@kakehashi/contract/previews";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { createNotFoundError } from "../../kit/errors.ts";
import { DownloadAnswer } from "../../kit/http/download.ts";
import { fetchPublicPage, type PublicFetchOptions } from "../../kit/http/public-fetch.ts";
import { newId } from "../../kit/ids.ts";
import type { Jobs } from "../../kit/jobs.ts";
import { convertToWebp } from "../../kit/pictures.ts";
import type { Storage } from "../../kit/storage/storage.ts";
import type { Events } from "../events/service.ts";
import type { Messages } from "../messages/service.ts";
import { addPicture, createPictureKey, deleteUnusedPictures, findPicture } from "./pictures.ts";
import * as store from "./store.ts";

/**
 * How long a stored result is used before the page is requested again. It is long for a page with a preview, which
 * seldom changes. It is short for a page without one, which may only have been unreachable.
 */
const resultLifetimes = { foundDays: 7, emptyHours: 1 };
const pageFetchLimits = {
  timeoutMs: 6_000,
  maximumBytes: 512 * 1024,
  onTooLong: "cut",
  acceptedTypes: /^text\/html|xhtml/i,
} as const;
const pictureFetchLimits = {
  timeoutMs: 6_000,
  maximumBytes: 5 * 1024 * 1024,
  onTooLong: "refuse",
  acceptedTypes: /^image\/(?:png|jpe?g|webp|gif|avif)/i,
} as const;
/** Maximum length of a stored picture's longer side, in pixels: twice the size of a preview. */
const pictureSidePixels = 480;
/**
 * The owner of all preview pictures in the queue that decodes pictures. Owners take turns there, so previews never
 * delay people's own pictures.
 */
const pictureOwner = "previews";
const previewJob = "previews.read";

/** For how many messages the links are read at the same time, in total and per person. */
const readingLimits = { workers: 8, perGroup: 2, timeoutSeconds: 60 };
/** How many pages of one web host are read at the same time. More would let a slow host block all workers. */
const maximumPagesPerHost = 2;
/**
 * How often a message's links are read again because another job is reading a page, or its host is busy. The waits
 * between the attempts are 1, 2, 4 … seconds.
 */
const maximumTries = 6;

interface PreviewJob {
  conversation_id: string;
  message_id: string;
  /** How many attempts the jobs of this message have made to read its links. */
  tries?: number;
}

export interface PreviewOptions {
  db: Kysely<DB>;
  /** A database connection with a long timeout, for nightly statements that may take minutes. */
  slowDb: Kysely<DB>;
  events: Events;
  jobs: Jobs;
  storage: Storage;
  /** The folder for unfinished downloads. */
  stagingFolder: string;
  /** Maximum bytes of all preview pictures together. */
  maximumTotalPictureBytes: number;
  messages: Messages;
  publicUrl: string;
  /** Whether link previews are switched on. If not, the server never reads linked pages. */
  enabled: boolean;
  /** Replaces the check whether an IP address may be contacted. Only tests set this. */
  allow?: PublicFetchOptions["allow"];
}

export type Previews = ReturnType<typeof createPreviews>;

export function createPreviews(options: PreviewOptions) {
  const { db, jobs, storage, events, messages, enabled } = options;
  const publicOrigin = new URL(options.publicUrl).origin;
  const allow = options.allow ? { allow: options.allow } : {};

  async function storePicture(address: string, pageUrl: URL): Promise<LinkPreview["image"]> {
    if (!URL.canParse(address, pageUrl)) return null;
    try {
      const { body } = await fetchPublicPage(new URL(address, pageUrl).href, {
        ...pictureFetchLimits,
        ...allow,
      });
      const storedPicture = await convertToWebp(body, { owner: pictureOwner }, (draw) =>
        draw.resize({
          width: pictureSidePixels,
          height: pictureSidePixels,
          fit: "inside",
          withoutEnlargement: true,
        }),
      );
      if (!storedPicture) return null;
      const id = newId();
      const size = storedPicture.bytes.length;
      if (!(await addPicture(db, { id, size }, options.maximumTotalPictureBytes))) return null;
      const path = join(options.stagingFolder, id);
      await writeFile(path, storedPicture.bytes);
      await storage.storeFile(path, createPictureKey(id), "image/webp");
      return { id, width: storedPicture.width, height: storedPicture.height };
    } catch {
      // If the picture cannot be stored, the preview is shown without it.
      return null;
    }
  }

  async function readLinkPreview(url: string): Promise<LinkPreview | null> {
    const storedPreview = await store.findStoredPreview(db, url, resultLifetimes);
    if (storedPreview) return storedPreview.found;
    let preview: LinkPreview | null = null;
    try {
      const pageResponse = await fetchPublicPage(url, { ...pageFetchLimits, ...allow });
      const { parsePageMetadata: readPage } = await import("./page.ts");
      const pageMetadata = readPage(pageResponse.body, pageResponse.type);
      if (pageMetadata) {
        const image =
          pageMetadata.imageUrl === null ? null : await storePicture(pageMetadata.imageUrl, pageResponse.url);
        preview = {
          url,
          title: pageMetadata.title,
          description: pageMetadata.description,
          site_name: pageMetadata.siteName ?? pageResponse.url.hostname.replace(/^www\./, ""),
          image,
        };
      }
    } catch {
      // The page does not exist, is not allowed, or is too slow. It gets no preview and is not requested again for a
      // while.
    }
    await store.savePreview(db, url, preview, preview?.image?.id ?? null);
    return preview;
  }

  /** The URLs that are being read now, each with its host. */
  const hostByUrlBeingRead = new Map<string, string>();

  /**
   * Reads a page. If another job is reading the page, or its host is busy, returns the stored preview; if none is
   * stored, returns undefined. Then the caller queues the job again, so that its worker can do other jobs.
   */
  async function readWithinHostLimit(url: string): Promise<LinkPreview | null | undefined> {
    const { host } = new URL(url);
    const openReadsOfHost = [...hostByUrlBeingRead.values()].filter((busyHost) => busyHost === host).length;
    if (hostByUrlBeingRead.has(url) || openReadsOfHost >= maximumPagesPerHost)
      return (await store.findStoredPreview(db, url, resultLifetimes))?.found;
    hostByUrlBeingRead.set(url, host);
    try {
      return await readLinkPreview(url);
    } finally {
      hostByUrlBeingRead.delete(url);
    }
  }

  /** Leaves out links to our own site: this process is not signed in, so it would get the sign-in page. */
  const listPublicLinks = ({ content }: Message) =>
    findPreviewableLinks(content).filter((link) => findWorkspacePath(link, publicOrigin) === null);

  async function storePreviewsOfMessage({
    conversation_id,
    message_id,
    tries = 0,
  }: PreviewJob): Promise<void> {
    const message = await messages.findForServer(conversation_id, message_id);
    if (!message || message.deleted) return;
    const foundPreviews = await Promise.all(listPublicLinks(message).map(readWithinHostLimit));
    const previews = foundPreviews.filter((preview) => preview !== null && preview !== undefined);
    if (foundPreviews.includes(undefined) && tries < maximumTries) {
      const nextJob: PreviewJob = { conversation_id, message_id, tries: tries + 1 };
      await jobs.send(db, previewJob, nextJob, { after: 2 ** tries, group: message.user_id });
    }
    if (JSON.stringify(previews) === JSON.stringify(message.previews ?? [])) return;
    await messages.setPreviews(message, previews);
  }

  jobs.define<PreviewJob>(previewJob, storePreviewsOfMessage, readingLimits);

  /** Queues a job that reads the previews of the message's links. */
  async function queueJob(executor: Kysely<DB>, message: Message): Promise<void> {
    const { conversation_id, id: message_id, user_id } = message;
    await jobs.send(executor, previewJob, { conversation_id, message_id }, { group: user_id });
  }
  async function queueJobNow(message: Message): Promise<void> {
    await queueJob(db, message);
    messages.markWorkDone("previews", message);
  }
  // If previews are off, this work does nothing and counts as done.
  messages.defineWork("previews", enabled ? queueJob : async () => {});
  if (enabled) {
    const mayHavePreviews = ({ content, previews }: Message) =>
      content.includes("://") || previews !== undefined;
    events.on("MessageSent", ({ message }) => (mayHavePreviews(message) ? queueJobNow(message) : undefined));
    events.on("MessageEdited", ({ after }) => (mayHavePreviews(after) ? queueJobNow(after) : undefined));
  }

  return {
    /** Deletes expired link previews and unused pictures. Returns the number of deleted pictures. */
    async prune(): Promise<number> {
      await store.deleteOutdatedPreviews(options.slowDb, resultLifetimes);
      return deleteUnusedPictures(options.slowDb, storage, resultLifetimes.foundDays);
    },

    async downloadImage(id: string): Promise<DownloadAnswer> {
      const picture = await findPicture(db, id);
      if (!picture) throw createNotFoundError();
      return new DownloadAnswer({
        etag: id,
        type: "image/webp",
        size: picture.size,
        name: "preview.webp",
        inline: true,
        open: (range) => storage.read(createPictureKey(id), range),
      });
    },
  };
}
