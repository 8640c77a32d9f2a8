import { addNumberToName, createDriveNameKey } from "@kakehashi/contract/drive-names";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import * as store from "./store.ts";

/** If the wanted name is taken, one query tests this many numbered names, such as `plan (2).pdf`. */
const numberedNamesPerQuery = 50;

export interface DriveDestination {
  userId: string;
  folderId: string | null;
  /**
   * The id of the entry that is moved to the folder. The entry's own name does not count as taken. Null for a new
   * entry.
   */
  movedEntryId: string | null;
}

export async function isEntryNameFree(
  executor: Kysely<DB>,
  destination: DriveDestination,
  name: string,
): Promise<boolean> {
  return (await store.listTakenNameKeys(executor, destination, [name])).size === 0;
}

/** Returns the name if it is free in the folder. Otherwise adds the first free number to the name. */
export async function findFreeEntryName(
  executor: Kysely<DB>,
  destination: DriveDestination,
  name: string,
  isFolder: boolean,
): Promise<string> {
  if (await isEntryNameFree(executor, destination, name)) return name;
  for (let number = 2; ; number += numberedNamesPerQuery) {
    const names = Array.from({ length: numberedNamesPerQuery }, (_, index) =>
      addNumberToName(name, number + index, isFolder),
    );
    const takenNameKeys = await store.listTakenNameKeys(executor, destination, names);
    const freeName = names.find((candidate) => !takenNameKeys.has(createDriveNameKey(candidate)));
    if (freeName !== undefined) return freeName;
  }
}
