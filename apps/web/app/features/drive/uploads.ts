import { chosenFileErrors } from "@kakehashi/contract/chosen-file-errors";
import { driveRoot } from "@kakehashi/contract/drive";
import { maximumFileBytes } from "@kakehashi/contract/files";
import type { Language } from "@kakehashi/contract/languages";
import type { Upload } from "tus-js-client";
import { createStore } from "../../kit/store.ts";
import { refetchDrive } from "./queries.ts";
import {
  forgetUpload,
  lockUpload,
  releaseUpload,
  type StoredUpload,
  storedUploads,
  storeUpload,
} from "./stored-uploads.ts";

/** An upload to the drive. */
export interface DriveUpload extends StoredUpload {
  readonly state: "waiting" | "uploading" | "paused" | "failed" | "done";
  /** The uploaded part, from 0 to 1. */
  readonly progress: number;
  /**
   * Why the upload failed, in the reader's language. "" if the connection was lost: then the upload resumes
   * by itself.
   */
  readonly reason: string;
  /** Whether a retry is useless. */
  readonly isFinal: boolean;
}

/** How many files are uploaded at once. The others wait. */
const uploadsAtOnce = 3;

/** HTTP statuses that a retry of the upload would get again. */
const finalStatuses: ReadonlySet<number> = new Set([400, 403, 404, 413, 415, 422]);

/** The uploads of this tab. They continue when the reader opens another page. */
export const driveUploads = createStore<readonly DriveUpload[]>([]);
const running = new Map<string, Upload>();

const find = (key: string) => driveUploads.get().find((upload) => upload.key === key);

function change(key: string, changes: Partial<DriveUpload>): void {
  driveUploads.set(
    driveUploads.get().map((upload) => (upload.key === key ? { ...upload, ...changes } : upload)),
  );
}

const toStoredUpload = ({ key, userId, folderId, file, address, isPaused }: DriveUpload): StoredUpload => ({
  key,
  userId,
  folderId,
  file,
  address,
  isPaused,
});

function rememberUpload(key: string): void {
  const upload = find(key);
  if (upload) void storeUpload(toStoredUpload(upload));
}

function end(key: string, changes: Partial<DriveUpload>): void {
  running.delete(key);
  void forgetUpload(key);
  releaseUpload(key);
  change(key, changes);
}

/** Starts as many of the waiting uploads as may run at once. */
function startWaiting(): void {
  const uploads = driveUploads.get();
  const freeSlots = uploadsAtOnce - uploads.filter(({ state }) => state === "uploading").length;
  const next = uploads.filter(({ state }) => state === "waiting").slice(0, Math.max(0, freeSlots));
  for (const { key } of next) void start(key);
}

async function start(key: string): Promise<void> {
  change(key, { state: "uploading", reason: "" });
  const known = running.get(key);
  // A known upload continues where it stopped.
  if (known) return known.start();
  const upload = find(key);
  const { createResumableUpload } = await import("../files/resumable.ts").catch(() => ({
    createResumableUpload: null,
  }));
  if (!upload) return;
  const destination = { folder_id: upload.folderId ?? driveRoot };
  const prepared = await createResumableUpload?.(
    upload.file,
    destination,
    {
      onAddress(address) {
        change(key, { address });
        rememberUpload(key);
      },
      onProgress: (progress) => change(key, { progress }),
      onError({ message, status }) {
        const isFinal = finalStatuses.has(status);
        if (isFinal) end(key, { state: "failed", reason: message, isFinal });
        else change(key, { state: "failed", reason: message });
        startWaiting();
      },
      onSuccess() {
        end(key, { state: "done", progress: 1 });
        void refetchDrive();
        startWaiting();
      },
    },
    upload.address,
  );
  if (!prepared) {
    change(key, { state: "failed" });
    return;
  }
  // The upload may have been paused or cancelled while the library was loading.
  if (find(key)?.state !== "uploading") return;
  running.set(key, prepared);
  prepared.start();
}

function add(uploads: readonly DriveUpload[]): void {
  driveUploads.set([...driveUploads.get().filter(({ state }) => state !== "done"), ...uploads]);
  startWaiting();
}

/** Uploads files into a folder (null: the drive itself). */
export function uploadToDrive(
  files: readonly File[],
  target: { userId: string; folderId: string | null },
  language: Language,
): void {
  add(
    files.map((file): DriveUpload => {
      const refusal =
        file.size > maximumFileBytes
          ? chosenFileErrors["FILE.TOO_LARGE"]
          : file.size === 0
            ? chosenFileErrors["FILE.EMPTY"]
            : null;
      const upload: DriveUpload = {
        ...target,
        key: crypto.randomUUID(),
        file,
        address: null,
        isPaused: false,
        state: refusal ? "failed" : "waiting",
        progress: 0,
        reason: refusal?.message[language] ?? "",
        isFinal: refusal !== null,
      };
      if (!refusal) {
        void lockUpload(upload.key);
        void storeUpload(toStoredUpload(upload));
      }
      return upload;
    }),
  );
}

export function pauseUpload(key: string): void {
  void running.get(key)?.abort();
  change(key, { state: "paused", isPaused: true });
  rememberUpload(key);
  startWaiting();
}

export function resumeUpload(key: string): void {
  change(key, { state: "waiting", isPaused: false, reason: "" });
  rememberUpload(key);
  startWaiting();
}

/** Ends an upload, also on the server. If that fails, the server deletes the received part after a day. */
export function cancelUpload(key: string): void {
  void running
    .get(key)
    ?.abort(true)
    .catch(() => undefined);
  end(key, {});
  driveUploads.set(driveUploads.get().filter((upload) => upload.key !== key));
  startWaiting();
}

/** Removes finished and refused uploads from the list. */
export function dismissUploads(): void {
  driveUploads.set(
    driveUploads.get().filter(({ state, isFinal }) => state !== "done" && !(state === "failed" && isFinal)),
  );
}

/** Resumes uploads that a lost connection interrupted. */
export function resumeInterrupted(): void {
  for (const { key, state, isFinal } of driveUploads.get())
    if (state === "failed" && !isFinal) change(key, { state: "waiting", reason: "" });
  startWaiting();
}

/** Resumes uploads that a reload or a closed tab interrupted, unless another tab has them. */
export async function restoreUploads(userId: string): Promise<void> {
  for (const upload of await storedUploads(userId)) {
    if (find(upload.key) || !(await lockUpload(upload.key)) || find(upload.key)) continue;
    const state = upload.isPaused ? "paused" : "waiting";
    add([{ ...upload, state, progress: 0, reason: "", isFinal: false }]);
  }
}
