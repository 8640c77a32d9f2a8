import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  applyOtherTab,
  applySaveAnswer,
  applyServerDraft,
  canBeForgotten,
  discardDraft,
  editDraft,
  isUnknownToServer,
  type LocalDraft,
  noDraft,
  parseStored,
} from "./draft.ts";

type Stored = { content: string; edited_at: string };

/** A fake server. It follows the rule of the server's `features/drafts`. */
class Server {
  stored: Stored | null = null;

  save({ text, editedAt, base }: LocalDraft, now: number): Stored {
    const given = new Date(Math.min(Date.parse(editedAt), now)).toISOString();
    const { stored } = this;
    if (stored && stored.edited_at !== base && given <= stored.edited_at) return stored;
    const moment = Math.max(Date.parse(given), stored ? Date.parse(stored.edited_at) + 1 : 0);
    this.stored = { content: text, edited_at: new Date(moment).toISOString() };
    return this.stored;
  }
}

test("words that were written without a connection win over older ones, and lose to newer ones", () => {
  const server = new Server();
  const phone = editDraft(noDraft, "on the phone", 1_000);
  const desk = editDraft(noDraft, "at the desk", 2_000);
  const first = applySaveAnswer(desk, desk, server.save(desk, 3_000));
  expect(applySaveAnswer(phone, phone, server.save(phone, 4_000))).toEqual(first);
  const later = editDraft(first, "at the desk, later", 5_000);
  expect(applySaveAnswer(later, later, server.save(later, 5_000)).text).toBe("at the desk, later");
});

test("what was thrown away without a connection is not brought back by an older device", () => {
  const server = new Server();
  const both = editDraft(noDraft, "half a thought", 1_000);
  const known = applySaveAnswer(both, both, server.save(both, 1_000));
  const cleared = editDraft(known, "", 2_000);
  const other = editDraft(known, "half a thought more", 1_500);
  const kept = applySaveAnswer(other, other, server.save(other, 3_000));
  expect(kept.text).toBe("half a thought more");
  const gone = applySaveAnswer(cleared, cleared, server.save(cleared, 4_000));
  expect(gone.text).toBe("");
  expect(applyServerDraft(kept, server.stored as Stored).text).toBe("");
});

test("a device whose clock is slow still changes what it has seen", () => {
  const server = new Server();
  const quick = editDraft(noDraft, "quick", 9_000);
  const seen = applyServerDraft(noDraft, server.save(quick, 9_000));
  const slow = editDraft(seen, "quick, then slow", 1_000);
  expect(applySaveAnswer(slow, slow, server.save(slow, 9_500)).text).toBe("quick, then slow");
});

test("what is written while an answer is on its way stays, and is told upon it", () => {
  const server = new Server();
  const told = editDraft(noDraft, "one", 1_000);
  const meanwhile = editDraft(told, "one two", 1_100);
  const settled = applySaveAnswer(meanwhile, told, server.save(told, 1_200));
  expect(settled).toMatchObject({ text: "one two", unsaved: true });
  expect(server.save(settled, 1_300).content).toBe("one two");
});

test("words that the server was never told of go without a word", () => {
  const written = editDraft(noDraft, "sent at once", 1_000);
  expect(isUnknownToServer(written, "")).toBe(true);
  expect(discardDraft(written, 1_100)).toMatchObject({ text: "", unsaved: false });
  const server = new Server();
  const known = applySaveAnswer(written, written, server.save(written, 1_000));
  expect(isUnknownToServer(editDraft(known, "more", 1_100), "")).toBe(false);
  const cleared = editDraft(known, "", 1_200);
  const gone = applySaveAnswer(cleared, cleared, server.save(cleared, 1_200));
  expect(isUnknownToServer(editDraft(gone, "again", 1_300), "")).toBe(true);
});

test("the bare text of an earlier version is a draft still", () => {
  expect(parseStored("hello").text).toBe("hello");
  expect(parseStored('{"a":1}').text).toBe('{"a":1}');
  const kept = editDraft(noDraft, "x", 1);
  expect(parseStored(JSON.stringify(kept))).toEqual(kept);
});

test("whatever was written where and when, all devices agree in the end on the last words", () => {
  const step = fc.record({
    device: fc.nat({ max: 2 }),
    act: fc.constantFrom("write", "write", "clear", "tell", "meet"),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const server = new Server();
      const devices: LocalDraft[] = [noDraft, noDraft, noDraft];
      let last = "";
      let now = 1_000;
      const tell = (device: number) => {
        const told = devices[device] ?? noDraft;
        if (told.unsaved) devices[device] = applySaveAnswer(told, told, server.save(told, now));
      };
      const meet = (device: number) => {
        if (server.stored) devices[device] = applyServerDraft(devices[device] ?? noDraft, server.stored);
        tell(device);
      };
      for (const { device, act } of steps) {
        now += 10;
        if (act === "write" || act === "clear") {
          last = act === "clear" ? "" : `at ${now}`;
          devices[device] = editDraft(devices[device] ?? noDraft, last, now);
        } else if (act === "tell") tell(device);
        else meet(device);
      }
      for (const device of [0, 1, 2, 0, 1, 2]) {
        now += 10;
        meet(device);
      }
      expect(devices.map(({ text }) => text)).toEqual([last, last, last]);
      expect(server.stored?.content ?? "").toBe(last);
    }),
    { numRuns: 500 },
  );
});

test("another tab of the browser takes over what it sees, and takes away what is not written on", () => {
  const stored = (kept: LocalDraft) => JSON.stringify(kept);
  const here = editDraft(noDraft, "begun", 1_000);
  const there = editDraft(here, "begun and ended", 2_000);
  expect(applyOtherTab(here, stored(there), stored(here))).toEqual(there);
  // This tab's newer text is on its way to the other tab.
  expect(applyOtherTab(there, stored(here), null)).toBe(there);
  // The other tab sent the text before the server knew it. So it is removed here too, whichever tab wrote last.
  expect(applyOtherTab(there, null, stored(there))).toEqual(noDraft);
  expect(applyOtherTab(there, null, stored(here))).toBe(there);
});

describe("words that one tab sends while another tab's save of them is on its way", () => {
  const stored = (kept: LocalDraft) => JSON.stringify(kept);
  const begun = editDraft(noDraft, "hello", 1_000);
  const sent = discardDraft(begun, 2_000);
  /** Saves the draft on the server and applies the answer. */
  const told = (kept: LocalDraft, server: Server, now: number) =>
    kept.unsaved ? applySaveAnswer(kept, kept, server.save(kept, now)) : kept;

  test("do not come back when the save is answered before the other tab hears of the send", () => {
    const server = new Server();
    const saved = applySaveAnswer(begun, begun, server.save(begun, 2_100));
    expect(saved).toMatchObject({ text: "hello", unsaved: false });
    const other = told(applyOtherTab(saved, stored(sent), stored(begun)), server, 2_200);
    expect([other.text, server.stored?.content]).toEqual(["", ""]);
  });

  test("do not come back when the other tab hears of the send first", () => {
    const server = new Server();
    const heard = applyOtherTab(begun, stored(sent), stored(begun));
    const settled = applySaveAnswer(heard, begun, server.save(begun, 2_100));
    expect(settled.text).toBe("");
    expect([told(settled, server, 2_200).text, server.stored?.content]).toEqual(["", ""]);
  });

  test("are deleted by the tab that sent them, where the other one is gone: told by the server or by storage", () => {
    for (const from of ["server", "storage"]) {
      const server = new Server();
      const saved = applySaveAnswer(begun, begun, server.save(begun, 2_100));
      const here =
        from === "server"
          ? applyServerDraft(sent, server.stored as Stored)
          : applyOtherTab(sent, stored(saved), stored(sent));
      expect([told(here, server, 2_200).text, server.stored?.content]).toEqual(["", ""]);
    }
  });

  test("take nothing with them that was written later, or by another device whose clock is slow", () => {
    const server = new Server();
    const later = editDraft(begun, "hello again", 3_000);
    expect(applyOtherTab(later, stored(sent), stored(begun))).toBe(later);
    const elsewhere = server.save(editDraft(noDraft, "on the phone", 500), 2_500);
    expect(applyServerDraft(sent, elsewhere).text).toBe("on the phone");
  });

  test("are remembered for a while, also when several were sent one after the other", () => {
    const server = new Server();
    const second = discardDraft(editDraft(sent, "second", 2_500), 2_600);
    server.save(begun, 2_700);
    expect(applyServerDraft(second, server.stored as Stored)).toMatchObject({ text: "", unsaved: true });
    expect(parseStored(stored(second))).toEqual(second);
    expect([canBeForgotten(second, 3_000), canBeForgotten(second, 3_600_000)]).toEqual([false, true]);
  });
});
