import type { StoredFile } from "@kakehashi/contract/files";
import type { Fields } from "./project-fields.tsx";

/** The content of a project's form. A draft of an older build does not say from which texts it began. */
export interface Edited {
  readonly fields: Partial<Fields>;
  readonly files: readonly StoredFile[];
}

/** A field that another host has changed. */
export interface Change {
  readonly name: keyof Fields;
  readonly theirs: string;
  /** Whether the writer changed this field too. The form then keeps the writer's text. */
  readonly isMineToo: boolean;
}

export interface Merged {
  readonly fields: Fields;
  readonly files: readonly StoredFile[];
  readonly changes: readonly Change[];
  readonly areFilesChanged: boolean;
}

/** Whether the form already had everything that was saved meanwhile. */
export const isUnchanged = ({ changes, areFilesChanged }: Merged): boolean =>
  changes.length === 0 && !areFilesChanged;

/** The merged form, after the writer took the other text of one field. */
export const takeTheirs = (merged: Merged, name: keyof Fields): Merged => ({
  ...merged,
  changes: merged.changes.map((change) => (change.name === name ? { ...change, isMineToo: false } : change)),
});

const idsOf = (files: readonly StoredFile[]) => new Set(files.map(({ id }) => id));

/**
 * Merges two people's changes of the same project. If only one of them changed a field, their text is taken.
 * If both did, mine is taken. A file stays unless one of them removed it.
 */
export function mergeEdits(
  base: Edited,
  mine: Edited,
  theirs: { fields: Fields; files: Edited["files"] },
): Merged {
  const fields = { ...theirs.fields, ...mine.fields };
  const changes: Change[] = [];
  for (const name of Object.keys(theirs.fields) as (keyof Fields)[]) {
    const [before, now] = [base.fields[name], theirs.fields[name]];
    if (now === before || now === fields[name]) continue;
    const isMineToo = fields[name] !== before;
    if (!isMineToo) fields[name] = now;
    changes.push({ name, theirs: now, isMineToo });
  }
  const [before, my, their] = [idsOf(base.files), idsOf(mine.files), idsOf(theirs.files)];
  return {
    fields,
    files: [
      ...theirs.files.filter(({ id }) => my.has(id) || !before.has(id)),
      ...mine.files.filter(({ id }) => !before.has(id) && !their.has(id)),
    ],
    changes,
    areFilesChanged: before.size !== their.size || [...their].some((id) => !before.has(id)),
  };
}
