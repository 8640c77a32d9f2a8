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
/** The storage key of the id of the person whose change the server does not have yet. */
const unsavedKey = "enter sends untold";
/** Counts the changes, to notify subscribers. The value itself is in the storage. */
const changeCount = createStore(0);
/** Holds values that the browser's storage refused, until the page is closed. */
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

/**
 * Whether Enter sends. On, unless the person switched it off (docs/rules.md). It is stored in the browser, so that it
 * works before the account is loaded.
 */
export const enterSends = (): boolean => read(storageKey) !== "no";

export const useEnterSends = (): boolean =>
  useSyncExternalStore(changeCount.subscribe, enterSends, () => true);

/** One save at a time, so that the last choice wins. */
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
    // Offline: the choice applies only here until the next connection.
    if (isOutage(error)) return;
    write(unsavedKey, null);
    setEnterSends(!on);
    throw error;
  }
});

/** Switches the setting here at once and saves it for the person's other devices. Throws if the server refuses it. */
export function switchEnterSends(): Promise<void> {
  setEnterSends(!enterSends());
  write(unsavedKey, queryClient().getQueryData(accountQuery.queryKey)?.id ?? null);
  return save();
}

/** Applies the account's setting. A choice that was made offline here wins. */
export function applyEnterSends(userId: string, on: boolean): void {
  if (read(unsavedKey) === userId) saveEnterSends();
  else {
    write(unsavedKey, null);
    setEnterSends(on);
  }
}

/** Saves a choice that was made offline. */
export function saveEnterSends(): void {
  void save().catch(() => undefined);
}
