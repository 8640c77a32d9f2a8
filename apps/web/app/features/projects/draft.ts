import { type StoredFile, unsentHours } from "@kakehashi/contract/files";
import { deviceStorage } from "../../kit/storage.ts";

/** What a form's fields hold, by their names. */
export type DraftFields = Readonly<Record<string, string>>;

/** A project that is being written, kept in this browser until it is saved or thrown away. */
export interface ProjectDraft {
  readonly fields: DraftFields;
  readonly files: readonly StoredFile[];
  /** Milliseconds since 1970. */
  readonly savedAt: number;
}

/** Drafts are stored below this name, and deleted when somebody signs out on purpose (kit/offline.ts). */
const nameOf = (userId: string, projectId: string | null) => `project-draft ${userId} ${projectId ?? "new"}`;

function isDraft(value: unknown): value is ProjectDraft {
  const draft = value as Partial<ProjectDraft> | null;
  return (
    typeof draft?.fields === "object" &&
    draft.fields !== null &&
    Object.values(draft.fields).every((field) => typeof field === "string") &&
    Array.isArray(draft.files) &&
    typeof draft.savedAt === "number"
  );
}

/**
 * The draft of a person. `attached` are the ids of the files that the project has: others are deleted by the server
 * after `unsentHours`, and are left out an hour earlier.
 */
export function readDraft(
  userId: string,
  projectId: string | null,
  attached: ReadonlySet<string>,
  now: number,
): ProjectDraft | null {
  try {
    const stored: unknown = JSON.parse(deviceStorage.read(nameOf(userId, projectId)) ?? "null");
    if (!isDraft(stored)) return null;
    const areThere = now - stored.savedAt < (unsentHours - 1) * 3600_000;
    return { ...stored, files: stored.files.filter(({ id }) => areThere || attached.has(id)) };
  } catch {
    return null;
  }
}

/** Null throws it away. Returns whether the browser could store it. */
export function writeDraft(userId: string, projectId: string | null, draft: ProjectDraft | null): boolean {
  const name = nameOf(userId, projectId);
  const text = draft && JSON.stringify(draft);
  deviceStorage.write(name, text);
  return deviceStorage.read(name) === text;
}
