import { nameKeyOf, numberedName } from "@kakehashi/contract/drive-names";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import * as store from "./store.ts";

/** How many numbered names one query checks if a name is taken. */
const numbersAtOnce = 50;

export interface Destination {
  userId: string;
  folderId: string | null;
  /** The entry that is moved to the folder. Null for a new entry. */
  except: string | null;
}

export async function isFree(executor: Kysely<DB>, destination: Destination, name: string): Promise<boolean> {
  return (await store.listTakenNameKeys(executor, destination, [name])).size === 0;
}

/** Returns the name, or the name with the first free number in the folder. */
export async function freeName(
  executor: Kysely<DB>,
  destination: Destination,
  name: string,
  isFolder: boolean,
): Promise<string> {
  if (await isFree(executor, destination, name)) return name;
  for (let number = 2; ; number += numbersAtOnce) {
    const names = Array.from({ length: numbersAtOnce }, (_, index) =>
      numberedName(name, number + index, isFolder),
    );
    const taken = await store.listTakenNameKeys(executor, destination, names);
    const free = names.find((candidate) => !taken.has(nameKeyOf(candidate)));
    if (free !== undefined) return free;
  }
}
