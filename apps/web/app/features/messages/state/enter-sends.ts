import { updateSettings } from "@kakehashi/contract/users";
import { useSyncExternalStore } from "react";
import { call } from "../../../kit/api.ts";
import { isOutage } from "../../../kit/api-error.ts";
import { queryClient } from "../../../kit/query.ts";
import { repeatable } from "../../../kit/repeatable.ts";
import { deviceStorage } from "../../../kit/storage.ts";
import { createStore } from "../../../kit/store.ts";
import { accountQuery } from "../../auth/session.ts";

const storageKey = "enter sends";
/** Holds who switched it here without the server knowing yet. */
const unsavedKey = "enter sends untold";
/** Counts the switchings; what stands is read from the storage. */
const changeCount = createStore(0);
/** What storage could not take is known as long as the page is there. */
const inMemory = new Map<string, string>();

function read(key: string): string | null {
  return deviceStorage.read(key) ?? inMemory.get(key) ?? null;
}

function write(key: string, value: string | null): void {
  if (value === null) inMemory.delete(key);
  else inMemory.set(key, value);
  deviceStorage.write(key, value);
}

function setEnterSends(on: boolean): void {
  if (on === enterSends()) return;
  write(storageKey, on ? "yes" : "no");
  changeCount.set(changeCount.get() + 1);
}

/** Whether Enter sends: on unless the person switched it off (docs/rules.md). Kept here, so that it holds before the account is read. */
export const enterSends = (): boolean => read(storageKey) !== "no";

export const useEnterSends = (): boolean =>
  useSyncExternalStore(changeCount.subscribe, enterSends, () => true);

/** One after the other, so that the last choice is the one that stays. */
const save = repeatable(async () => {
  const userId = read(unsavedKey);
  if (userId === null || userId !== queryClient().getQueryData(accountQuery.queryKey)?.id) return;
  const on = enterSends();
  try {
    const { data } = await call(updateSettings, { body: { enter_sends: on } });
    if (enterSends() !== on) return;
    write(unsavedKey, null);
    queryClient().setQueryData(accountQuery.queryKey, data);
  } catch (error) {
    // Without a connection it holds here alone, until there is one.
    if (isOutage(error)) return;
    write(unsavedKey, null);
    setEnterSends(!on);
    throw error;
  }
});

/** Switches it here at once, and for the person's other devices; throws where that is refused. */
export function switchEnterSends(): Promise<void> {
  setEnterSends(!enterSends());
  write(unsavedKey, queryClient().getQueryData(accountQuery.queryKey)?.id ?? null);
  return save();
}

/** Takes what the account says; what was switched here without a connection is the later word. */
export function applyEnterSends(userId: string, on: boolean): void {
  if (read(unsavedKey) === userId) saveEnterSends();
  else {
    write(unsavedKey, null);
    setEnterSends(on);
  }
}

/** Tells the server what was switched without a connection, with the next one. */
export function saveEnterSends(): void {
  void save().catch(() => undefined);
}
