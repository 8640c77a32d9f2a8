import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  applyOtherTabDraft,
  applySaveResponse,
  applyServerDraft,
  canDropStoredDraft,
  discardDraft,
  editDraft,
  emptyDraft,
  isEmptyHereAndOnServer,
  type LocalDraft,
  parseStoredDraft,
} from "./draft.ts";

type StoredDraft = { content: string; edited_at: string };

/** A fake server for drafts. It follows the rule of the server's `features/drafts`. */
class FakeDraftServer {
  storedDraft: StoredDraft | null = null;

  save({ text, editedAt, base: baseEditedAt }: LocalDraft, now: number): StoredDraft {
    const limitedEditedAt = new Date(Math.min(Date.parse(editedAt), now)).toISOString();
    const { storedDraft } = this;
    if (storedDraft && storedDraft.edited_at !== baseEditedAt && limitedEditedAt <= storedDraft.edited_at)
      return storedDraft;
    const editedMs = Math.max(
      Date.parse(limitedEditedAt),
      storedDraft ? Date.parse(storedDraft.edited_at) + 1 : 0,
    );
    this.storedDraft = { content: text, edited_at: new Date(editedMs).toISOString() };
    return this.storedDraft;
  }
}

test("a draft written offline replaces an older one, and gives way to a newer one", () => {
  const server = new FakeDraftServer();
  const phone = editDraft(emptyDraft, "on the phone", 1_000);
  const desktopDraft = editDraft(emptyDraft, "at the desk", 2_000);
  const savedDraft = applySaveResponse(desktopDraft, desktopDraft, server.save(desktopDraft, 3_000));
  expect(applySaveResponse(phone, phone, server.save(phone, 4_000))).toEqual(savedDraft);
  const laterDraft = editDraft(savedDraft, "at the desk, later", 5_000);
  expect(applySaveResponse(laterDraft, laterDraft, server.save(laterDraft, 5_000)).text).toBe(
    "at the desk, later",
  );
});

test("a draft discarded offline is not brought back by an older device", () => {
  const server = new FakeDraftServer();
  const sharedDraft = editDraft(emptyDraft, "half a thought", 1_000);
  const savedDraft = applySaveResponse(sharedDraft, sharedDraft, server.save(sharedDraft, 1_000));
  const locallyClearedDraft = editDraft(savedDraft, "", 2_000);
  const longerDraft = editDraft(savedDraft, "half a thought more", 1_500);
  const savedLongerDraft = applySaveResponse(longerDraft, longerDraft, server.save(longerDraft, 3_000));
  expect(savedLongerDraft.text).toBe("half a thought more");
  const clearedDraft = applySaveResponse(
    locallyClearedDraft,
    locallyClearedDraft,
    server.save(locallyClearedDraft, 4_000),
  );
  expect(clearedDraft.text).toBe("");
  expect(applyServerDraft(savedLongerDraft, server.storedDraft as StoredDraft).text).toBe("");
});

test("a device with a slow clock can still change a draft that it has seen", () => {
  const server = new FakeDraftServer();
  const quickDraft = editDraft(emptyDraft, "quick", 9_000);
  const receivedDraft = applyServerDraft(emptyDraft, server.save(quickDraft, 9_000));
  const slowDraft = editDraft(receivedDraft, "quick, then slow", 1_000);
  expect(applySaveResponse(slowDraft, slowDraft, server.save(slowDraft, 9_500)).text).toBe(
    "quick, then slow",
  );
});

test("text typed during a save stays, and is saved afterwards", () => {
  const server = new FakeDraftServer();
  const sentDraft = editDraft(emptyDraft, "one", 1_000);
  const newerDraft = editDraft(sentDraft, "one two", 1_100);
  const savedDraft = applySaveResponse(newerDraft, sentDraft, server.save(sentDraft, 1_200));
  expect(savedDraft).toMatchObject({ text: "one two", unsaved: true });
  expect(server.save(savedDraft, 1_300).content).toBe("one two");
});

test("a draft that the server never had is removed without a request", () => {
  const writtenDraft = editDraft(emptyDraft, "sent at once", 1_000);
  expect(isEmptyHereAndOnServer(writtenDraft, "")).toBe(true);
  expect(discardDraft(writtenDraft, 1_100)).toMatchObject({ text: "", unsaved: false });
  const server = new FakeDraftServer();
  const savedDraft = applySaveResponse(writtenDraft, writtenDraft, server.save(writtenDraft, 1_000));
  expect(isEmptyHereAndOnServer(editDraft(savedDraft, "more", 1_100), "")).toBe(false);
  const clearedLocally = editDraft(savedDraft, "", 1_200);
  const clearedDraft = applySaveResponse(clearedLocally, clearedLocally, server.save(clearedLocally, 1_200));
  expect(isEmptyHereAndOnServer(editDraft(clearedDraft, "again", 1_300), "")).toBe(true);
});

test("a text that is sent while it is being saved does not come back, even if the server has cleaned it", () => {
  const savingDraft = editDraft(emptyDraft, "see \u202egpj.exe", 1_000);
  const serverResponse = { content: "see gpj.exe", edited_at: savingDraft.editedAt };
  const sentDraft = discardDraft(savingDraft, 1_100);
  const clearedDraft = applySaveResponse(sentDraft, savingDraft, serverResponse);
  expect(clearedDraft).toMatchObject({ text: "", unsaved: true, base: savingDraft.editedAt });
});

test("a draft stored as plain text by an earlier version is still read", () => {
  expect(parseStoredDraft("hello").text).toBe("hello");
  expect(parseStoredDraft('{"a":1}').text).toBe('{"a":1}');
  const localDraft = editDraft(emptyDraft, "x", 1);
  expect(parseStoredDraft(JSON.stringify(localDraft))).toEqual(localDraft);
});

test("whatever was written on which device, all devices end with the last text", () => {
  const randomStep = fc.record({
    device: fc.nat({ max: 2 }),
    act: fc.constantFrom("write", "write", "clear", "tell", "meet"),
  });
  fc.assert(
    fc.property(fc.array(randomStep, { maxLength: 40 }), (steps) => {
      const server = new FakeDraftServer();
      const devices: LocalDraft[] = [emptyDraft, emptyDraft, emptyDraft];
      let lastText = "";
      let now = 1_000;
      const saveOnServer = (device: number) => {
        const deviceDraft = devices[device] ?? emptyDraft;
        if (deviceDraft.unsaved)
          devices[device] = applySaveResponse(deviceDraft, deviceDraft, server.save(deviceDraft, now));
      };
      const receiveFromServer = (device: number) => {
        if (server.storedDraft)
          devices[device] = applyServerDraft(devices[device] ?? emptyDraft, server.storedDraft);
        saveOnServer(device);
      };
      for (const { device, act } of steps) {
        now += 10;
        if (act === "write" || act === "clear") {
          lastText = act === "clear" ? "" : `at ${now}`;
          devices[device] = editDraft(devices[device] ?? emptyDraft, lastText, now);
        } else if (act === "tell") saveOnServer(device);
        else receiveFromServer(device);
      }
      for (const device of [0, 1, 2, 0, 1, 2]) {
        now += 10;
        receiveFromServer(device);
      }
      expect(devices.map(({ text }) => text)).toEqual([lastText, lastText, lastText]);
      expect(server.storedDraft?.content ?? "").toBe(lastText);
    }),
    { numRuns: 500 },
  );
});

test("another tab takes over a changed draft, and removes one that was sent", () => {
  const serializeDraft = (localDraft: LocalDraft) => JSON.stringify(localDraft);
  const thisTabDraft = editDraft(emptyDraft, "begun", 1_000);
  const otherTabDraft = editDraft(thisTabDraft, "begun and ended", 2_000);
  expect(
    applyOtherTabDraft(thisTabDraft, serializeDraft(otherTabDraft), serializeDraft(thisTabDraft)),
  ).toEqual(otherTabDraft);
  // Meanwhile newer text was written in this tab, so the older text from the storage event is ignored.
  expect(applyOtherTabDraft(otherTabDraft, serializeDraft(thisTabDraft), null)).toBe(otherTabDraft);
  // The other tab has sent the text and removed the draft, before this tab has saved it on the server. This tab clears
  // its draft as well.
  expect(applyOtherTabDraft(otherTabDraft, null, serializeDraft(otherTabDraft))).toEqual(emptyDraft);
  expect(applyOtherTabDraft(otherTabDraft, null, serializeDraft(thisTabDraft))).toBe(otherTabDraft);
});

describe("a text that one tab sends while another tab saves it", () => {
  const serializeDraft = (localDraft: LocalDraft) => JSON.stringify(localDraft);
  const begunDraft = editDraft(emptyDraft, "hello", 1_000);
  const sentDraft = discardDraft(begunDraft, 2_000);
  const saveAndApplyResponse = (localDraft: LocalDraft, server: FakeDraftServer, now: number) =>
    localDraft.unsaved ? applySaveResponse(localDraft, localDraft, server.save(localDraft, now)) : localDraft;

  test("does not come back if the save is answered before the other tab learns of the send", () => {
    const server = new FakeDraftServer();
    const savedDraft = applySaveResponse(begunDraft, begunDraft, server.save(begunDraft, 2_100));
    expect(savedDraft).toMatchObject({ text: "hello", unsaved: false });
    const otherTabDraft = saveAndApplyResponse(
      applyOtherTabDraft(savedDraft, serializeDraft(sentDraft), serializeDraft(begunDraft)),
      server,
      2_200,
    );
    expect([otherTabDraft.text, server.storedDraft?.content]).toEqual(["", ""]);
  });

  test("does not come back if the other tab learns of the send first", () => {
    const server = new FakeDraftServer();
    const draftAfterOtherTab = applyOtherTabDraft(
      begunDraft,
      serializeDraft(sentDraft),
      serializeDraft(begunDraft),
    );
    const savedDraft = applySaveResponse(draftAfterOtherTab, begunDraft, server.save(begunDraft, 2_100));
    expect(savedDraft.text).toBe("");
    expect([saveAndApplyResponse(savedDraft, server, 2_200).text, server.storedDraft?.content]).toEqual([
      "",
      "",
    ]);
  });

  test("is deleted by the tab that sent it if the other tab is closed, through the server or through storage", () => {
    for (const source of ["server", "storage"]) {
      const server = new FakeDraftServer();
      const savedDraft = applySaveResponse(begunDraft, begunDraft, server.save(begunDraft, 2_100));
      const thisTab =
        source === "server"
          ? applyServerDraft(sentDraft, server.storedDraft as StoredDraft)
          : applyOtherTabDraft(sentDraft, serializeDraft(savedDraft), serializeDraft(sentDraft));
      expect([saveAndApplyResponse(thisTab, server, 2_200).text, server.storedDraft?.content]).toEqual([
        "",
        "",
      ]);
    }
  });

  test("does not delete what was written later, or by another device with a slow clock", () => {
    const server = new FakeDraftServer();
    const laterDraft = editDraft(begunDraft, "hello again", 3_000);
    expect(applyOtherTabDraft(laterDraft, serializeDraft(sentDraft), serializeDraft(begunDraft))).toBe(
      laterDraft,
    );
    const otherDeviceDraft = server.save(editDraft(emptyDraft, "on the phone", 500), 2_500);
    expect(applyServerDraft(sentDraft, otherDeviceDraft).text).toBe("on the phone");
  });

  test("is remembered for a while, even if several were sent in a row", () => {
    const server = new FakeDraftServer();
    const secondDraft = discardDraft(editDraft(sentDraft, "second", 2_500), 2_600);
    server.save(begunDraft, 2_700);
    expect(applyServerDraft(secondDraft, server.storedDraft as StoredDraft)).toMatchObject({
      text: "",
      unsaved: true,
    });
    expect(parseStoredDraft(serializeDraft(secondDraft))).toEqual(secondDraft);
    expect([canDropStoredDraft(secondDraft, 3_000), canDropStoredDraft(secondDraft, 3_600_000)]).toEqual([
      false,
      true,
    ]);
  });
});
