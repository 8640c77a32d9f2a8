import { type StoredFile, unsentFileRetentionHours } from "@kakehashi/contract/files";
import type { DraftFields } from "../../kit/form-draft.ts";
import { deviceStorage } from "../../kit/storage.ts";

export interface DraftBasis {
  readonly version: number;
  readonly fields: DraftFields;
  readonly files: readonly StoredFile[];
}

/** The draft of a project's form. The browser stores it until the form is saved or the draft is discarded. */
export interface ProjectDraft {
  readonly fields: DraftFields;
  readonly files: readonly StoredFile[];
  /** The saved project on which the draft is based. Undefined in drafts of an older app version. */
  readonly base?: DraftBasis;
  /** The time when the draft was stored, in milliseconds since 1970. */
  readonly savedAt: number;
}

/** Returns the storage key of a draft. Signing out on purpose deletes all drafts (kit/offline.ts). */
const draftStorageKeyOf = (userId: string, projectId: string | null) =>
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
 * Reads a person's draft of a project. `attachedFileIds` are the ids of the project's files. If the draft is almost
 * `unsentFileRetentionHours` old, leaves out its other uploaded files, because the server deletes them after this time.
 */
export function readProjectDraft(
  userId: string,
  projectId: string | null,
  attachedFileIds: ReadonlySet<string>,
  now: number,
): ProjectDraft | null {
  try {
    const storedDraft: unknown = JSON.parse(
      deviceStorage.read(draftStorageKeyOf(userId, projectId)) ?? "null",
    );
    if (!isDraft(storedDraft)) return null;
    const areFilesOnServer = now - storedDraft.savedAt < (unsentFileRetentionHours - 1) * 3600_000;
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
export function writeProjectDraft(
  userId: string,
  projectId: string | null,
  draft: ProjectDraft | null,
): boolean {
  const name = draftStorageKeyOf(userId, projectId);
  const text = draft && JSON.stringify(draft);
  deviceStorage.write(name, text);
  return deviceStorage.read(name) === text;
}
