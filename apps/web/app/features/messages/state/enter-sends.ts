import { updateSettings } from "@kakehashi/contract/account-settings";
import { useSyncExternalStore } from "react";
import { call } from "../../../kit/api.ts";
import { isTemporaryError } from "../../../kit/api-error.ts";
import { getQueryClient } from "../../../kit/query.ts";
import { runOneAtATime } from "../../../kit/run-one-at-a-time.ts";
import { deviceStorage } from "../../../kit/storage.ts";
import { createValueStore } from "../../../kit/store.ts";
import { accountQuery } from "../../auth/session.ts";

const storageKey = "enter sends";
/** The storage key for the id of the person whose change of the setting is not saved on the server yet. */
const unsavedSettingKey = "enter sends untold";
/**
 * Increases with each change of the setting, so that components can subscribe to it. The setting itself is in the
 * browser's storage.
 */
const changeCount = createValueStore(0);
/**
 * A copy of the values that were written on this page, because the browser's storage may refuse to store them. It lasts
 * until the page is closed.
 */
const unstoredValues = new Map<string, string>();

function readValue(key: string): string | null {
  return deviceStorage.read(key) ?? unstoredValues.get(key) ?? null;
}

function writeValue(key: string, value: string | null): void {
  if (value === null) unstoredValues.delete(key);
  else unstoredValues.set(key, value);
  deviceStorage.write(key, value);
}

function setEnterSends(shouldEnterSend: boolean): void {
  if (shouldEnterSend === doesEnterSend()) return;
  writeValue(storageKey, shouldEnterSend ? "yes" : "no");
  changeCount.set(changeCount.get() + 1);
}

/**
 * Whether Enter sends a message. True unless the person has switched this off (docs/rules.md). The browser stores the
 * setting, so that it is known before the account is loaded.
 */
export const doesEnterSend = (): boolean => readValue(storageKey) !== "no";

export const useEnterSends = (): boolean =>
  useSyncExternalStore(changeCount.subscribe, doesEnterSend, () => true);

/** Run only one save at a time. Otherwise the requests could arrive in another order. */
const saveToServer = runOneAtATime(async () => {
  const userId = readValue(unsavedSettingKey);
  if (userId === null || userId !== getQueryClient().getQueryData(accountQuery.queryKey)?.id) return;
  const isEnterSending = doesEnterSend();
  try {
    const { data } = await call(updateSettings, { body: { enter_sends: isEnterSending } });
    if (doesEnterSend() !== isEnterSending) return;
    writeValue(unsavedSettingKey, null);
    getQueryClient().setQueryData(accountQuery.queryKey, data);
  } catch (error) {
    // While offline, the choice applies only on this device. The next connection saves it.
    if (isTemporaryError(error)) return;
    writeValue(unsavedSettingKey, null);
    setEnterSends(!isEnterSending);
    throw error;
  }
});

/**
 * Switches whether Enter sends. The change takes effect on this device at once, and is then saved on the server for the
 * person's other devices. Throws if the server refuses it.
 */
export function switchEnterSends(): Promise<void> {
  setEnterSends(!doesEnterSend());
  writeValue(unsavedSettingKey, getQueryClient().getQueryData(accountQuery.queryKey)?.id ?? null);
  return saveToServer();
}

/** Applies the account's setting from the server. A choice that was made offline on this device stays. */
export function applyEnterSends(userId: string, shouldEnterSend: boolean): void {
  if (readValue(unsavedSettingKey) === userId) saveEnterSends();
  else {
    writeValue(unsavedSettingKey, null);
    setEnterSends(shouldEnterSend);
  }
}

/** Saves on the server whether Enter sends, if it was switched while offline. */
export function saveEnterSends(): void {
  void saveToServer().catch(() => undefined);
}
