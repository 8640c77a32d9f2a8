import { expect, test } from "vitest";
import {
  applyEdit,
  applySaveResponse,
  applyServerDraft,
  type DeviceDraft,
  dismissOtherDeviceText,
  emptyDeviceDraft,
  hasNothingToStore,
} from "./device-draft.ts";

const isoTime = (second: number) => new Date(second * 1_000).toISOString();
const draftWithText = (text: string) => ({ text, version: 0, revision: 1, fromMemory: false });
const serverDraft = (content: string, second: number, set_aside = "") => ({
  content,
  version: 0,
  revision: 1,
  from_memory: false,
  edited_at: isoTime(second),
  set_aside,
});
const draftAfterTyping = (text: string, second: number, deviceDraft: DeviceDraft = emptyDeviceDraft) =>
  applyEdit(deviceDraft, draftWithText(text), second * 1_000);

test("what another device wrote is shown where nothing is typed, and also that it was submitted", () => {
  const shownDraft = applyServerDraft(emptyDeviceDraft, serverDraft("Xin chào", 10));
  expect(shownDraft).toMatchObject({ draft: draftWithText("Xin chào"), base: isoTime(10), unsaved: false });
  expect(hasNothingToStore(applyServerDraft(shownDraft, serverDraft("", 20)))).toBe(true);
});

test("text that is typed here stays until the server has compared the two", () => {
  const typedDraft = draftAfterTyping("Điện thoại", 20);
  expect(applyServerDraft(typedDraft, serverDraft("Máy bàn", 30))).toEqual(typedDraft);
  const draftAfterLostResponse = applySaveResponse(
    typedDraft,
    typedDraft,
    serverDraft("Máy bàn", 30, "Điện thoại"),
  );
  expect(draftAfterLostResponse).toMatchObject({
    draft: draftWithText("Máy bàn"),
    setAside: "Điện thoại",
    unsaved: false,
  });
});

test("an older answer that comes late changes nothing", () => {
  const shownDraft = applyServerDraft(emptyDeviceDraft, serverDraft("Mới", 20));
  expect(applyServerDraft(shownDraft, serverDraft("Cũ", 10))).toBe(shownDraft);
});

test("text that is typed during a save is based on its answer only if the server took the text", () => {
  const sentDraft = draftAfterTyping("Xin", 10);
  const longerDraft = draftAfterTyping("Xin chào", 11, sentDraft);
  expect(applySaveResponse(longerDraft, sentDraft, serverDraft("Xin", 10))).toMatchObject({
    draft: draftWithText("Xin chào"),
    base: isoTime(10),
    unsaved: true,
  });
  expect(applySaveResponse(longerDraft, sentDraft, serverDraft("Khác", 30, "Xin"))).toMatchObject({
    base: null,
    unsaved: true,
  });
});

test("a text that the server has cleaned counts as the one that was sent", () => {
  const sentDraft = draftAfterTyping("xem \u202egpj.exe", 10);
  const longerDraft = draftAfterTyping("xem \u202egpj.exe nhé", 11, sentDraft);
  expect(applySaveResponse(longerDraft, sentDraft, serverDraft("xem gpj.exe", 10))).toMatchObject({
    base: isoTime(10),
    unsaved: true,
  });
});

test("a save whose answer was lost is recognised when the server is asked", () => {
  const typedDraft = draftAfterTyping("Xin chào", 10);
  expect(applyServerDraft(typedDraft, serverDraft("Xin chào", 10))).toMatchObject({
    unsaved: false,
    base: isoTime(10),
  });
});

test("what was dealt with does not come back with an older answer", () => {
  const shownDraft = applyServerDraft(emptyDeviceDraft, serverDraft("Máy bàn", 30, "Điện thoại"));
  const dismissedDraft = dismissOtherDeviceText(shownDraft, 31_000);
  expect(dismissedDraft).toMatchObject({ setAside: "", unsaved: true, draft: draftWithText("Máy bàn") });
  expect(applyServerDraft(dismissedDraft, serverDraft("Máy bàn", 30, "Điện thoại")).setAside).toBe("");
  expect(applySaveResponse(dismissedDraft, dismissedDraft, serverDraft("Máy bàn", 31))).toMatchObject({
    setAside: "",
    unsaved: false,
  });
});

test("nothing is sent for a text that the server never had", () => {
  expect(applyEdit(draftAfterTyping("X", 10), null, 11_000).unsaved).toBe(false);
  const draftOfServer = applyServerDraft(emptyDeviceDraft, serverDraft("X", 10));
  expect(applyEdit(draftOfServer, null, 11_000).unsaved).toBe(true);
});

test("a clock that was set back does not make newer text older", () => {
  const first = draftAfterTyping("Một", 100);
  expect(draftAfterTyping("Hai", 50, first).editedAt > first.editedAt).toBe(true);
});
