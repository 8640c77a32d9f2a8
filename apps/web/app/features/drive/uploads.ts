import { chosenFileErrors } from "@kakehashi/contract/chosen-file-errors";
import { driveRootId } from "@kakehashi/contract/drive";
import { maximumFileBytes } from "@kakehashi/contract/files";
import type { Language } from "@kakehashi/contract/languages";
import type { Upload } from "tus-js-client";
import { createValueStore } from "../../kit/store.ts";
import { refetchDrive } from "./queries.ts";
import {
  forgetUpload,
  lockUpload,
  type ResumableUploadRecord,
  readStoredUploads,
  storeUpload,
  unlockUpload,
} from "./stored-uploads.ts";

/** An upload to the drive in this tab, running or finished. */
export interface DriveUpload extends ResumableUploadRecord {
  readonly state: "waiting" | "uploading" | "paused" | "failed" | "done";
  /** The part of the file that is uploaded, from 0 to 1. */
  readonly progress: number;
  /**
   * Why the upload failed, in the reader's language. "" if the connection was lost. In this case the upload resumes by
   * itself.
   */
  readonly reason: string;
  /** Whether the server would refuse the upload again, so that a retry is useless. */
  readonly isPermanentFailure: boolean;
}

/** At most this many files are uploaded at the same time. The others wait. */
const maxParallelUploads = 3;

/** With these HTTP statuses, the server would refuse a retry of the upload as well. */
const permanentErrorStatuses: ReadonlySet<number> = new Set([400, 403, 404, 413, 415, 422]);

/** The uploads to the drive that this tab has begun. They continue while the reader uses other pages of the app. */
export const driveUploadsStore = createValueStore<readonly DriveUpload[]>([]);
const runningUploads = new Map<string, Upload>();

const findUpload = (key: string) => driveUploadsStore.get().find((upload) => upload.key === key);

function changeUpload(key: string, changes: Partial<DriveUpload>): void {
  driveUploadsStore.set(
    driveUploadsStore.get().map((upload) => (upload.key === key ? { ...upload, ...changes } : upload)),
  );
}

const toStoredUpload = ({
  key,
  userId,
  folderId,
  file,
  address,
  isPaused,
}: DriveUpload): ResumableUploadRecord => ({
  key,
  userId,
  folderId,
  file,
  address,
  isPaused,
});

function saveUpload(key: string): void {
  const upload = findUpload(key);
  if (upload) void storeUpload(toStoredUpload(upload));
}

function endUpload(key: string, changes: Partial<DriveUpload>): void {
  runningUploads.delete(key);
  void forgetUpload(key);
  unlockUpload(key);
  changeUpload(key, changes);
}

/** Starts waiting uploads, up to the maximum number of simultaneous ones. */
function startWaitingUploads(): void {
  const uploads = driveUploadsStore.get();
  const freeSlotCount = maxParallelUploads - uploads.filter(({ state }) => state === "uploading").length;
  const nextUploads = uploads.filter(({ state }) => state === "waiting").slice(0, Math.max(0, freeSlotCount));
  for (const { key } of nextUploads) void startUpload(key);
}

async function startUpload(key: string): Promise<void> {
  changeUpload(key, { state: "uploading", reason: "" });
  const startedUpload = runningUploads.get(key);
  // If this tab has started the upload before, the upload library continues from the last byte that the server has
  // received.
  if (startedUpload) return startedUpload.start();
  const upload = findUpload(key);
  const { createResumableUpload } = await import("../files/resumable.ts").catch(() => ({
    createResumableUpload: null,
  }));
  if (!upload) return;
  const destination = { folder_id: upload.folderId ?? driveRootId };
  const preparedUpload = await createResumableUpload?.(
    upload.file,
    destination,
    {
      onAddressKnown(address) {
        changeUpload(key, { address });
        saveUpload(key);
      },
      onProgress: (progress) => changeUpload(key, { progress }),
      onError({ message, status }) {
        const isFinal = permanentErrorStatuses.has(status);
        if (isFinal) endUpload(key, { state: "failed", reason: message, isPermanentFailure: isFinal });
        else changeUpload(key, { state: "failed", reason: message });
        startWaitingUploads();
      },
      onSuccess() {
        endUpload(key, { state: "done", progress: 1 });
        void refetchDrive();
        startWaitingUploads();
      },
    },
    upload.address,
  );
  if (!preparedUpload) {
    changeUpload(key, { state: "failed" });
    return;
  }
  // Somebody may have paused or cancelled the upload while the upload library was loading. Do not start it in that
  // case.
  if (findUpload(key)?.state !== "uploading") return;
  runningUploads.set(key, preparedUpload);
  preparedUpload.start();
}

function addUploads(uploads: readonly DriveUpload[]): void {
  driveUploadsStore.set([...driveUploadsStore.get().filter(({ state }) => state !== "done"), ...uploads]);
  startWaitingUploads();
}

/** Uploads files into a folder. `folderId` is null for the top folder of the drive. */
export function uploadToDrive(
  files: readonly File[],
  uploadTarget: { userId: string; folderId: string | null },
  language: Language,
): void {
  addUploads(
    files.map((file): DriveUpload => {
      const refusal =
        file.size > maximumFileBytes
          ? chosenFileErrors["FILE.TOO_LARGE"]
          : file.size === 0
            ? chosenFileErrors["FILE.EMPTY"]
            : null;
      const upload: DriveUpload = {
        ...uploadTarget,
        key: crypto.randomUUID(),
        file,
        address: null,
        isPaused: false,
        state: refusal ? "failed" : "waiting",
        progress: 0,
        reason: refusal?.message[language] ?? "",
        isPermanentFailure: refusal !== null,
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
  void runningUploads.get(key)?.abort();
  changeUpload(key, { state: "paused", isPaused: true });
  saveUpload(key);
  startWaitingUploads();
}

export function resumeUpload(key: string): void {
  changeUpload(key, { state: "waiting", isPaused: false, reason: "" });
  saveUpload(key);
  startWaitingUploads();
}

/**
 * Cancels an upload, including its part on the server. If that request fails, the server deletes the part after a day.
 */
export function cancelUpload(key: string): void {
  void runningUploads
    .get(key)
    ?.abort(true)
    .catch(() => undefined);
  endUpload(key, {});
  driveUploadsStore.set(driveUploadsStore.get().filter((upload) => upload.key !== key));
  startWaitingUploads();
}

/** Removes finished and refused uploads from the list. */
export function dismissFinishedUploads(): void {
  driveUploadsStore.set(
    driveUploadsStore
      .get()
      .filter(
        ({ state, isPermanentFailure }) => state !== "done" && !(state === "failed" && isPermanentFailure),
      ),
  );
}

/** Resumes the uploads that a lost connection has interrupted. */
export function resumeDisconnectedUploads(): void {
  for (const { key, state, isPermanentFailure } of driveUploadsStore.get())
    if (state === "failed" && !isPermanentFailure) changeUpload(key, { state: "waiting", reason: "" });
  startWaitingUploads();
}

/**
 * Resumes the uploads that a reload or a closed tab has interrupted. Leaves out uploads that another tab has locked.
 */
export async function restoreUploads(userId: string): Promise<void> {
  for (const upload of await readStoredUploads(userId)) {
    if (findUpload(upload.key) || !(await lockUpload(upload.key)) || findUpload(upload.key)) continue;
    const state = upload.isPaused ? "paused" : "waiting";
    addUploads([{ ...upload, state, progress: 0, reason: "", isPermanentFailure: false }]);
  }
}
