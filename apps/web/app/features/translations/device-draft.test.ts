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

const at = (second: number) => new Date(second * 1_000).toISOString();
const draft = (text: string) => ({ text, version: 0, revision: 1, fromMemory: false });
const server = (content: string, second: number, set_aside = "") => ({
  content,
  version: 0,
  revision: 1,
  from_memory: false,
  edited_at: at(second),
  set_aside,
});
const typed = (text: string, second: number, kept: DeviceDraft = emptyDeviceDraft) =>
  applyEdit(kept, draft(text), second * 1_000);

test("what another device wrote is shown where nothing is typed, and also that it was submitted", () => {
  const shown = applyServer(emptyDeviceDraft, server("Xin chào", 10));
  expect(shown).toMatchObject({ draft: draft("Xin chào"), base: at(10), unsaved: false });
  expect(hasNothingToStore(applyServer(shown, server("", 20)))).toBe(true);
});

test("text that is typed here stays until the server has compared the two", () => {
  const mine = typed("Điện thoại", 20);
  expect(applyServer(mine, server("Máy bàn", 30))).toEqual(mine);
  const lost = applySaved(mine, mine, server("Máy bàn", 30, "Điện thoại"));
  expect(lost).toMatchObject({ draft: draft("Máy bàn"), setAside: "Điện thoại", unsaved: false });
});

test("an older answer that comes late changes nothing", () => {
  const shown = applyServer(emptyDeviceDraft, server("Mới", 20));
  expect(applyServer(shown, server("Cũ", 10))).toBe(shown);
});

test("text that is typed during a save is based on its answer only if the server took the text", () => {
  const sent = typed("Xin", 10);
  const more = typed("Xin chào", 11, sent);
  expect(applySaved(more, sent, server("Xin", 10))).toMatchObject({
    draft: draft("Xin chào"),
    base: at(10),
    unsaved: true,
  });
  expect(applySaved(more, sent, server("Khác", 30, "Xin"))).toMatchObject({ base: null, unsaved: true });
});

test("a save whose answer was lost is recognised when the server is asked", () => {
  const mine = typed("Xin chào", 10);
  expect(applyServer(mine, server("Xin chào", 10))).toMatchObject({ unsaved: false, base: at(10) });
});

test("what was dealt with does not come back with an older answer", () => {
  const shown = applyServer(emptyDeviceDraft, server("Máy bàn", 30, "Điện thoại"));
  const forgotten = forgetSetAside(shown, 31_000);
  expect(forgotten).toMatchObject({ setAside: "", unsaved: true, draft: draft("Máy bàn") });
  expect(applyServer(forgotten, server("Máy bàn", 30, "Điện thoại")).setAside).toBe("");
  expect(applySaved(forgotten, forgotten, server("Máy bàn", 31))).toMatchObject({
    setAside: "",
    unsaved: false,
  });
});

test("nothing is sent for a text that the server never had", () => {
  expect(applyEdit(typed("X", 10), null, 11_000).unsaved).toBe(false);
  const known = applyServer(emptyDeviceDraft, server("X", 10));
  expect(applyEdit(known, null, 11_000).unsaved).toBe(true);
});

test("a clock that was set back does not make newer text older", () => {
  const first = typed("Một", 100);
  expect(typed("Hai", 50, first).editedAt > first.editedAt).toBe(true);
});
