import { expect, test } from "vitest";
import {
  applySaveResponse,
  applyServerDraft,
  applyWriterEdit,
  type DeviceDraft,
  dismissOtherDeviceText,
  emptyDeviceDraft,
  hasNothingToStoreOnDevice,
} from "./device-draft.ts";

const toIsoTime = (timeSeconds: number) => new Date(timeSeconds * 1_000).toISOString();
const createDraft = (text: string) => ({ text, version: 0, revision: 1, fromMemory: false });
const createServerDraft = (content: string, timeSeconds: number, set_aside = "") => ({
  content,
  version: 0,
  revision: 1,
  from_memory: false,
  edited_at: toIsoTime(timeSeconds),
  set_aside,
});
const createTypedDraft = (text: string, timeSeconds: number, deviceDraft: DeviceDraft = emptyDeviceDraft) =>
  applyWriterEdit(deviceDraft, createDraft(text), timeSeconds * 1_000);

test("what another device wrote is shown where nothing is typed, and also that it was submitted", () => {
  const shownDraft = applyServerDraft(emptyDeviceDraft, createServerDraft("Xin chào", 10));
  expect(shownDraft).toMatchObject({ draft: createDraft("Xin chào"), base: toIsoTime(10), unsaved: false });
  expect(hasNothingToStoreOnDevice(applyServerDraft(shownDraft, createServerDraft("", 20)))).toBe(true);
});

test("text that is typed here stays until the server has compared the two", () => {
  const typedDraft = createTypedDraft("Điện thoại", 20);
  expect(applyServerDraft(typedDraft, createServerDraft("Máy bàn", 30))).toEqual(typedDraft);
  const draftAfterLostResponse = applySaveResponse(
    typedDraft,
    typedDraft,
    createServerDraft("Máy bàn", 30, "Điện thoại"),
  );
  expect(draftAfterLostResponse).toMatchObject({
    draft: createDraft("Máy bàn"),
    setAside: "Điện thoại",
    unsaved: false,
  });
});

test("an older answer that comes late changes nothing", () => {
  const shownDraft = applyServerDraft(emptyDeviceDraft, createServerDraft("Mới", 20));
  expect(applyServerDraft(shownDraft, createServerDraft("Cũ", 10))).toBe(shownDraft);
});

test("text that is typed during a save is based on its answer only if the server took the text", () => {
  const sentDraft = createTypedDraft("Xin", 10);
  const longerDraft = createTypedDraft("Xin chào", 11, sentDraft);
  expect(applySaveResponse(longerDraft, sentDraft, createServerDraft("Xin", 10))).toMatchObject({
    draft: createDraft("Xin chào"),
    base: toIsoTime(10),
    unsaved: true,
  });
  expect(applySaveResponse(longerDraft, sentDraft, createServerDraft("Khác", 30, "Xin"))).toMatchObject({
    base: null,
    unsaved: true,
  });
});

test("a text that the server has cleaned counts as the one that was sent", () => {
  const sentDraft = createTypedDraft("xem \u202egpj.exe", 10);
  const longerDraft = createTypedDraft("xem \u202egpj.exe nhé", 11, sentDraft);
  expect(applySaveResponse(longerDraft, sentDraft, createServerDraft("xem gpj.exe", 10))).toMatchObject({
    base: toIsoTime(10),
    unsaved: true,
  });
});

test("a save whose answer was lost is recognised when the server is asked", () => {
  const typedDraft = createTypedDraft("Xin chào", 10);
  expect(applyServerDraft(typedDraft, createServerDraft("Xin chào", 10))).toMatchObject({
    unsaved: false,
    base: toIsoTime(10),
  });
});

test("what was dealt with does not come back with an older answer", () => {
  const shownDraft = applyServerDraft(emptyDeviceDraft, createServerDraft("Máy bàn", 30, "Điện thoại"));
  const dismissedDraft = dismissOtherDeviceText(shownDraft, 31_000);
  expect(dismissedDraft).toMatchObject({ setAside: "", unsaved: true, draft: createDraft("Máy bàn") });
  expect(applyServerDraft(dismissedDraft, createServerDraft("Máy bàn", 30, "Điện thoại")).setAside).toBe("");
  expect(applySaveResponse(dismissedDraft, dismissedDraft, createServerDraft("Máy bàn", 31))).toMatchObject({
    setAside: "",
    unsaved: false,
  });
});

test("nothing is sent for a text that the server never had", () => {
  expect(applyWriterEdit(createTypedDraft("X", 10), null, 11_000).unsaved).toBe(false);
  const draftOfServer = applyServerDraft(emptyDeviceDraft, createServerDraft("X", 10));
  expect(applyWriterEdit(draftOfServer, null, 11_000).unsaved).toBe(true);
});

test("a clock that was set back does not make newer text older", () => {
  const firstDraft = createTypedDraft("Một", 100);
  expect(createTypedDraft("Hai", 50, firstDraft).editedAt > firstDraft.editedAt).toBe(true);
});
