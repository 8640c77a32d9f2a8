import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Message } from "@kakehashi/contract/messages";
import { type LinkPreview, linksOf } from "@kakehashi/contract/previews";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { notFound } from "../../kit/errors.ts";
import { Download } from "../../kit/http/download.ts";
import { type PublicFetchOptions, publicFetch } from "../../kit/http/public-fetch.ts";
import type { Router } from "../../kit/http/route.ts";
import { newId } from "../../kit/ids.ts";
import type { Jobs } from "../../kit/jobs.ts";
import { readPicture } from "../../kit/pictures.ts";
import type { Storage } from "../../kit/storage/storage.ts";
import type { Events } from "../events/service.ts";
import type { Messages } from "../messages/service.ts";
import { addPicture, findPicture, pictureKey, prunePictures } from "./pictures.ts";
import { previewRoutes } from "./routes.ts";
import * as store from "./store.ts";

/** Until a page is read again: one that said something seldom changes; one that did not may have been down. */
const fresh = { foundDays: 7, emptyHours: 1 };
const page = { timeoutMs: 6_000, limit: 512 * 1024, onTooLong: "cut", types: /^text\/html|xhtml/i } as const;
const picture = {
  timeoutMs: 6_000,
  limit: 5 * 1024 * 1024,
  onTooLong: "refuse",
  types: /^image\/(?:png|jpe?g|webp|gif|avif)/i,
} as const;
/** Pixels: twice what a preview shows. */
const pictureSidePixels = 480;
/** In whose name the pictures of pages are drawn: all of them together never delay what people send. */
const pictureOwner = "previews";
const job = "previews.read";

/** Messages whose pages are read at once, and how many of them may be one person's. */
const workers = { workers: 8, perGroup: 2, timeoutSeconds: 60 };
/** Pages of one host that are read at once: a slow one keeps no more workers than that. */
const maximumPerHost = 2;
/** Attempts at pages of a host that has no turn free; 1, 2, 4 … seconds apart. */
const maximumTries = 6;

interface Job {
  conversation_id: string;
  message_id: string;
  /** How often a page of the message could not be read yet. */
  tries?: number;
}

export interface PreviewOptions {
  db: Kysely<DB>;
  /** For statements that may take minutes. */
  slowDb: Kysely<DB>;
  events: Events;
  jobs: Jobs;
  storage: Storage;
  /** A folder for what is on its way. */
  folder: string;
  messages: Messages;
  /** False: no page is ever read. */
  enabled: boolean;
  /** Tests: the addresses that may be read. */
  allow?: PublicFetchOptions["allow"];
}

export type Previews = ReturnType<typeof createPreviews>;

export function createPreviews(options: PreviewOptions) {
  const { db, jobs, storage, events, messages, enabled } = options;
  const allow = options.allow ? { allow: options.allow } : {};

  async function storePicture(address: string, base: URL): Promise<LinkPreview["image"]> {
    if (!URL.canParse(address, base)) return null;
    try {
      const { body } = await publicFetch(new URL(address, base).href, { ...picture, ...allow });
      const drawn = await readPicture(body, { owner: pictureOwner }, (given) =>
        given.resize({
          width: pictureSidePixels,
          height: pictureSidePixels,
          fit: "inside",
          withoutEnlargement: true,
        }),
      );
      if (!drawn) return null;
      const id = newId();
      const path = join(options.folder, id);
      await writeFile(path, drawn.bytes);
      await addPicture(db, id, drawn.bytes.length);
      await storage.take(path, pictureKey(id), "image/webp");
      return { id, width: drawn.width, height: drawn.height };
    } catch {
      // A preview without its picture is one all the same.
      return null;
    }
  }

  async function readLink(url: string): Promise<LinkPreview | null> {
    const known = await store.findKnown(db, url, fresh);
    if (known) return known.found;
    let found: LinkPreview | null = null;
    try {
      const answer = await publicFetch(url, { ...page, ...allow });
      const { readPage } = await import("./page.ts");
      const words = readPage(answer.body, answer.type);
      if (words) {
        const image = words.image === null ? null : await storePicture(words.image, answer.url);
        found = {
          url,
          title: words.title,
          description: words.description,
          site_name: words.siteName ?? answer.url.hostname.replace(/^www\./, ""),
          image,
        };
      }
    } catch {
      // Not there, not for us, not in time: there is nothing to show, and for a while nobody asks again.
    }
    await store.savePreview(db, url, found, found?.image?.id ?? null);
    return found;
  }

  /** The addresses that are being read, and their hosts. */
  const reading = new Map<string, string>();

  /**
   * Undefined where the page is being read already, or its host has no turn free: the job comes back later and keeps no
   * worker meanwhile.
   */
  async function readWithinHostLimit(url: string): Promise<LinkPreview | null | undefined> {
    const { host } = new URL(url);
    const readingOfHost = [...reading.values()].filter((other) => other === host).length;
    if (reading.has(url) || readingOfHost >= maximumPerHost)
      return (await store.findKnown(db, url, fresh))?.found;
    reading.set(url, host);
    try {
      return await readLink(url);
    } finally {
      reading.delete(url);
    }
  }

  async function readMessage({ conversation_id, message_id, tries = 0 }: Job): Promise<void> {
    const message = await messages.findForServer(conversation_id, message_id);
    if (!message || message.deleted) return;
    const found = await Promise.all(linksOf(message.content).map(readWithinHostLimit));
    const previews = found.filter((preview) => preview !== null && preview !== undefined);
    if (found.includes(undefined) && tries < maximumTries) {
      const again: Job = { conversation_id, message_id, tries: tries + 1 };
      await jobs.send(db, job, again, { after: 2 ** tries, group: message.user_id });
    }
    if (JSON.stringify(previews) === JSON.stringify(message.previews ?? [])) return;
    await messages.setPreviews(message, previews);
  }

  jobs.define<Job>(job, readMessage, workers);

  /** Where the message names a page, that will be read. */
  async function queue(executor: Kysely<DB>, message: Message): Promise<void> {
    const { conversation_id, id: message_id, user_id } = message;
    await jobs.send(executor, job, { conversation_id, message_id }, { group: user_id });
  }
  async function queueNow(message: Message): Promise<void> {
    await queue(db, message);
    messages.markWorkDone("previews", message);
  }
  // Where no page is read, what was noted is forgotten.
  messages.defineWork("previews", enabled ? queue : async () => {});
  if (enabled) {
    const mayHavePreviews = ({ content, previews }: Message) =>
      content.includes("://") || previews !== undefined;
    events.on("MessageSent", ({ message }) => (mayHavePreviews(message) ? queueNow(message) : undefined));
    events.on("MessageEdited", ({ after }) => (mayHavePreviews(after) ? queueNow(after) : undefined));
  }

  return {
    /** Removes the pictures that are shown no longer; answers how many. */
    prune: () => prunePictures(options.slowDb, storage, fresh.foundDays),

    async image(id: string): Promise<Download> {
      const picture = await findPicture(db, id);
      if (!picture) throw notFound();
      return new Download({
        etag: id,
        type: "image/webp",
        size: picture.size,
        name: "preview.webp",
        inline: true,
        open: (range) => storage.read(pictureKey(id), range),
      });
    },

    routes({ route }: Router): void {
      previewRoutes(route, this);
    },
  };
}
