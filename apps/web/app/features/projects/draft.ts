import { type StoredFile, unsentFileHours } from "@kakehashi/contract/files";
import type { DraftFields } from "../../kit/form-draft.ts";
import { deviceStorage } from "../../kit/storage.ts";

export interface DraftBasis {
  readonly version: number;
  readonly fields: DraftFields;
  readonly files: readonly StoredFile[];
}

/** The draft of a project's form. This browser stores it until it is saved or discarded. */
export interface ProjectDraft {
  readonly fields: DraftFields;
  readonly files: readonly StoredFile[];
  /** The saved project from which the draft began. Undefined in drafts that an older build of the app has stored. */
  readonly base?: DraftBasis;
  /** The time when the draft was stored, in milliseconds since 1970. */
  readonly savedAt: number;
}

/**
 * The prefix of the key under which this browser stores drafts. Drafts are deleted when somebody signs out on purpose
 * (kit/offline.ts).
 */
const draftStorageKey = (userId: string, projectId: string | null) =>
  `project-draft ${userId} ${projectId ?? "new"}`;

function hasFieldsAndFiles(value: Partial<DraftBasis> | null | undefined): boolean {
  return (
    typeof value?.fields === "object" &&
    value.fields !== null &&
    Object.values(value.fields).every((field) => typeof field === "string") &&
    Array.isArray(value.files)
  );
}

function isDraft(value: unknown): value is ProjectDraft {
  const draft = value as Partial<ProjectDraft> | null;
  return (
    hasFieldsAndFiles(draft) &&
    typeof draft?.savedAt === "number" &&
    (!("base" in draft) || hasFieldsAndFiles(draft.base))
  );
}

/**
 * Reads a person's draft of a project. `attachedFileIds` are the ids of the files that the project has. The server
 * deletes other uploaded files after `unsentFileHours`, so the draft leaves them out an hour before that.
 */
export function readDraft(
  userId: string,
  projectId: string | null,
  attachedFileIds: ReadonlySet<string>,
  now: number,
): ProjectDraft | null {
  try {
    const storedDraft: unknown = JSON.parse(deviceStorage.read(draftStorageKey(userId, projectId)) ?? "null");
    if (!isDraft(storedDraft)) return null;
    const areFilesOnServer = now - storedDraft.savedAt < (unsentFileHours - 1) * 3600_000;
    const baseFileIds = new Set(storedDraft.base?.files.map(({ id }) => id));
    return {
      ...storedDraft,
      files: storedDraft.files.filter(
        ({ id }) => areFilesOnServer || attachedFileIds.has(id) || baseFileIds.has(id),
      ),
    };
  } catch {
    return null;
  }
}

/** Stores the draft of a project's form. Null deletes the draft. Returns false if the browser could not store it. */
export function writeDraft(userId: string, projectId: string | null, draft: ProjectDraft | null): boolean {
  const name = draftStorageKey(userId, projectId);
  const text = draft && JSON.stringify(draft);
  deviceStorage.write(name, text);
  return deviceStorage.read(name) === text;
}
