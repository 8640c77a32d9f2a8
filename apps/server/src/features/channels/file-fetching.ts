import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { visitorFileLimits } from "@kakehashi/contract/outside-files";
import { openAndFollowRedirects, RefusedUrlError } from "../../kit/http/public-fetch.ts";
import type { DownloadFailureReason } from "../files/service.ts";
import type { ChannelDependencies } from "./dependencies.ts";
import { createWorkLoop } from "./drain.ts";
import * as store from "./event-store.ts";
import { computeEventClientId, computeEventFileId } from "./ids.ts";
import type { IncomingAttachment } from "./platforms/platform.ts";

/**
 * The number of events whose files are fetched at the same time. A file server that does not respond blocks one of
 * these fetches for `timeoutMs`.
 */
const workerCount = 8;
const maximumBytes = visitorFileLimits.megabytes * 1024 * 1024;
const defaultTimeoutMs = 15_000;
/**
 * Seconds after which another process may fetch an event's files, because this process may have died. Fetching all
 * files of one event always takes less time.
 */
const claimSeconds = 60;
/**
 * Maximum number of attempts to fetch a file if its server or our storage fails. The second attempt is made after 2
 * seconds, and the third after 4 more seconds.
 */
const maximumTries = 3;

interface FileFetchingDependencies extends Pick<ChannelDependencies, "db" | "files" | "log" | "allow"> {
  /** Maximum milliseconds that the fetch of one file may take. */
  readonly timeoutMs?: number | undefined;
  wakeIntake(): void;
}

/**
 * Returns the file's name. If the platform gives no name for an attachment of the kind `file`, uses the last part of
 * the URL's path if this part ends with a file extension. Returns null otherwise.
 */
function findAttachmentName({ kind, name, address }: IncomingAttachment): string | null {
  if (name !== null || kind !== "file") return name;
  const lastPathPart = new URL(address).pathname.split("/").at(-1) ?? "";
  try {
    return /\.[^.]{1,16}$/u.test(lastPathPart) ? decodeURIComponent(lastPathPart) : null;
  } catch {
    return lastPathPart;
  }
}

/** The error for a file that cannot be fetched, even by another attempt. `failureReason` is shown to people. */
class FileFetchError extends RefusedUrlError {
  readonly failureReason: DownloadFailureReason;
  constructor(reason: DownloadFailureReason, message: string) {
    super(message);
    this.failureReason = reason;
  }
}

/** Creates a stream that fails once more than `maximumBytes` have passed, or at its end if no bytes have passed. */
function createSizeLimit(): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _, onChunkHandled) {
      size += chunk.length;
      onChunkHandled(size > maximumBytes ? new FileFetchError("TOO_LARGE", "It is too large") : null, chunk);
    },
    flush: (onFlushed) => onFlushed(size === 0 ? new RefusedUrlError("It is empty") : null),
  });
}

/**
 * Fetches the files that outside people sent and stores them, because a platform's file URLs expire after some days.
 * The fetches run apart from the handling of other events. So a slow file server delays only the person whose message
 * has the file.
 */
export function createFileFetching({
  db,
  files,
  log,
  allow,
  timeoutMs = defaultTimeoutMs,
  wakeIntake,
}: FileFetchingDependencies) {
  const closeController = new AbortController();

  /** Downloads a file to the disk and returns its path. Throws RefusedUrlError if another attempt cannot help. */
  async function downloadToDisk(address: string): Promise<string> {
    const timeoutSignal = AbortSignal.timeout(timeoutMs);
    const signal = AbortSignal.any([timeoutSignal, closeController.signal]);
    try {
      const { response } = await openAndFollowRedirects(new URL(address), {
        signal,
        headers: {
          accept: "*/*",
          "accept-encoding": "identity",
          "user-agent": "Mozilla/5.0 (compatible; Kakehashi)",
        },
        ...(allow && { allow }),
      });
      try {
        const { statusCode = 0, headers } = response;
        if (statusCode >= 500 || statusCode === 429) throw new Error(`It answers ${statusCode}`);
        if (statusCode !== 200) throw new RefusedUrlError(`It answers ${statusCode}`);
        if (!["", "identity"].includes(headers["content-encoding"] ?? ""))
          throw new RefusedUrlError("It is packed");
        if (Number(headers["content-length"] ?? 0) > maximumBytes)
          throw new FileFetchError("TOO_LARGE", "It is too large");
        const limit = createSizeLimit();
        const [path] = await Promise.all([files.staging.receiveFile(limit), pipeline(response, limit)]);
        return path;
      } finally {
        response.destroy();
      }
    } catch (error) {
      if (timeoutSignal.aborted) throw new FileFetchError("TOO_SLOW", "It takes too long");
      throw error;
    }
  }

  /** Fetches one file. Returns false if the fetch should be tried again. */
  async function fetchFile(event: store.EventAwaitingFiles, position: number): Promise<boolean> {
    const attachmentToFetch = listAttachmentsOf(event)[position];
    if (!attachmentToFetch) return true;
    const target = {
      fileId: computeEventFileId(event, position),
      messageClientId: computeEventClientId(event),
      position,
      botMakerId: event.maker_id,
    };
    const name = findAttachmentName(attachmentToFetch);
    await files.outside.announce(target, name);
    try {
      if (!(await files.outside.canReceiveFile(event.maker_id)))
        throw new FileFetchError("NO_ROOM", "There is no room left");
      const path = await downloadToDisk(attachmentToFetch.address);
      const isStored = await files.outside.storeAnnouncedFile(target, {
        path,
        name,
        kind: attachmentToFetch.kind,
      });
      if (!isStored) throw new RefusedUrlError("It is of another kind");
    } catch (error) {
      if (closeController.signal.aborted) return false;
      const isLastAttempt = error instanceof RefusedUrlError || event.tries + 1 >= maximumTries;
      const { page_id, id: event_id } = event;
      log.warn(
        { err: error, page_id, event_id, isFinal: isLastAttempt },
        "A file of an outside person could not be fetched.",
      );
      if (!isLastAttempt) return false;
      await files.outside.fail(
        target.fileId,
        error instanceof FileFetchError ? error.failureReason : "UNAVAILABLE",
      );
    }
    return true;
  }

  /** Fetches the files of one event. Returns false if no event waits for its files. */
  async function fetchNextFiles(): Promise<boolean> {
    const event = await store.claimEventAwaitingFiles(db, claimSeconds);
    if (!event) return false;
    const storedFiles = await files.outside.listOf(db, computeEventClientId(event));
    const storedFileIds = new Set(
      storedFiles.filter(({ state }) => state !== "PENDING").map(({ position }) => position),
    );
    const missingPositions = listAttachmentsOf(event)
      .slice(0, visitorFileLimits.perMessage)
      .flatMap((_, position) => (storedFileIds.has(position) ? [] : [position]));
    const areFilesHandled = await Promise.all(missingPositions.map((position) => fetchFile(event, position)));
    if (closeController.signal.aborted && areFilesHandled.includes(false))
      await store.releaseFileFetchClaim(db, event.id);
    else if (areFilesHandled.includes(false)) {
      const seconds = 2 ** (event.tries + 1);
      await store.postponeEvent(db, event.id, { seconds, hasFailed: true });
      setTimeout(workLoop.wake, seconds * 1_000).unref();
    } else {
      await store.markEventFilesFetched(db, event.id);
      wakeIntake();
    }
    return true;
  }

  const workLoop = createWorkLoop(fetchNextFiles, { workerCount, log });
  return {
    wake: workLoop.wake,
    /** Stops the running fetches. Another process continues with them. */
    async close(): Promise<void> {
      closeController.abort(new Error("The server stops"));
      await workLoop.close();
    },
  };
}

const listAttachmentsOf = ({ event }: Pick<store.UnhandledEvent, "event">): readonly IncomingAttachment[] =>
  event.type === "message" || event.type === "echo" ? event.attachments : [];
