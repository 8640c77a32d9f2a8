import { expect, test } from "vitest";
import {
  applyEdit,
  applySaved,
  applyServer,
  type DeviceDraft,
  emptyDeviceDraft,
  forgetSetAside,
  hasNothingToStore,
} from "./device-draft.ts";

const isoTime = (second: number) => new Date(second * 1_000).toISOString();
const draft = (text: string) => ({ text, version: 0, revision: 1, fromMemory: false });
const serverDraft = (content: string, second: number, set_aside = "") => ({
  content,
  version: 0,
  revision: 1,
  from_memory: false,
  edited_at: isoTime(second),
  set_aside,
});
const afterTyping = (text: string, second: number, deviceDraft: DeviceDraft = emptyDeviceDraft) =>
  applyEdit(deviceDraft, draft(text), second * 1_000);

test("what another device wrote is shown where nothing is typed, and also that it was submitted", () => {
  const shownDraft = applyServer(emptyDeviceDraft, serverDraft("Xin chào", 10));
  expect(shownDraft).toMatchObject({ draft: draft("Xin chào"), base: isoTime(10), unsaved: false });
  expect(hasNothingToStore(applyServer(shownDraft, serverDraft("", 20)))).toBe(true);
});

test("text that is typed here stays until the server has compared the two", () => {
  const typedDraft = afterTyping("Điện thoại", 20);
  expect(applyServer(typedDraft, serverDraft("Máy bàn", 30))).toEqual(typedDraft);
  const draftAfterLostAnswer = applySaved(typedDraft, typedDraft, serverDraft("Máy bàn", 30, "Điện thoại"));
  expect(draftAfterLostAnswer).toMatchObject({
    draft: draft("Máy bàn"),
    setAside: "Điện thoại",
    unsaved: false,
  });
});

test("an older answer that comes late changes nothing", () => {
  const shownDraft = applyServer(emptyDeviceDraft, serverDraft("Mới", 20));
  expect(applyServer(shownDraft, serverDraft("Cũ", 10))).toBe(shownDraft);
});

test("text that is typed during a save is based on its answer only if the server took the text", () => {
  const sentDraft = afterTyping("Xin", 10);
  const longerDraft = afterTyping("Xin chào", 11, sentDraft);
  expect(applySaved(longerDraft, sentDraft, serverDraft("Xin", 10))).toMatchObject({
    draft: draft("Xin chào"),
    base: isoTime(10),
    unsaved: true,
  });
  expect(applySaved(longerDraft, sentDraft, serverDraft("Khác", 30, "Xin"))).toMatchObject({
    base: null,
    unsaved: true,
  });
});

test("a save whose answer was lost is recognised when the server is asked", () => {
  const typedDraft = afterTyping("Xin chào", 10);
  expect(applyServer(typedDraft, serverDraft("Xin chào", 10))).toMatchObject({
    unsaved: false,
    base: isoTime(10),
  });
});

test("what was dealt with does not come back with an older answer", () => {
  const shownDraft = applyServer(emptyDeviceDraft, serverDraft("Máy bàn", 30, "Điện thoại"));
  const forgotten = forgetSetAside(shownDraft, 31_000);
  expect(forgotten).toMatchObject({ setAside: "", unsaved: true, draft: draft("Máy bàn") });
  expect(applyServer(forgotten, serverDraft("Máy bàn", 30, "Điện thoại")).setAside).toBe("");
  expect(applySaved(forgotten, forgotten, serverDraft("Máy bàn", 31))).toMatchObject({
    setAside: "",
    unsaved: false,
  });
});

test("nothing is sent for a text that the server never had", () => {
  expect(applyEdit(afterTyping("X", 10), null, 11_000).unsaved).toBe(false);
  const draftOfServer = applyServer(emptyDeviceDraft, serverDraft("X", 10));
  expect(applyEdit(draftOfServer, null, 11_000).unsaved).toBe(true);
});

test("a clock that was set back does not make newer text older", () => {
  const first = afterTyping("Một", 100);
  expect(afterTyping("Hai", 50, first).editedAt > first.editedAt).toBe(true);
});
