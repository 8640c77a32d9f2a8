import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  drop,
  edit,
  hear,
  isForgettable,
  isNoNews,
  type Kept,
  nothing,
  overhear,
  parse,
  settle,
} from "./draft.ts";

type Stored = { content: string; edited_at: string };

/** The server's rule, as `features/drafts` keeps it. */
class Server {
  stored: Stored | null = null;

  save({ text, editedAt, base }: Kept, now: number): Stored {
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
  const phone = edit(nothing, "on the phone", 1_000);
  const desk = edit(nothing, "at the desk", 2_000);
  const first = settle(desk, desk, server.save(desk, 3_000));
  expect(settle(phone, phone, server.save(phone, 4_000))).toEqual(first);
  const later = edit(first, "at the desk, later", 5_000);
  expect(settle(later, later, server.save(later, 5_000)).text).toBe("at the desk, later");
});

test("what was thrown away without a connection is not brought back by an older device", () => {
  const server = new Server();
  const both = edit(nothing, "half a thought", 1_000);
  const known = settle(both, both, server.save(both, 1_000));
  const cleared = edit(known, "", 2_000);
  const other = edit(known, "half a thought more", 1_500);
  const kept = settle(other, other, server.save(other, 3_000));
  expect(kept.text).toBe("half a thought more");
  const gone = settle(cleared, cleared, server.save(cleared, 4_000));
  expect(gone.text).toBe("");
  expect(hear(kept, server.stored as Stored).text).toBe("");
});

test("a device whose clock is slow still changes what it has seen", () => {
  const server = new Server();
  const quick = edit(nothing, "quick", 9_000);
  const seen = hear(nothing, server.save(quick, 9_000));
  const slow = edit(seen, "quick, then slow", 1_000);
  expect(settle(slow, slow, server.save(slow, 9_500)).text).toBe("quick, then slow");
});

test("what is written while an answer is on its way stays, and is told upon it", () => {
  const server = new Server();
  const told = edit(nothing, "one", 1_000);
  const meanwhile = edit(told, "one two", 1_100);
  const settled = settle(meanwhile, told, server.save(told, 1_200));
  expect(settled).toMatchObject({ text: "one two", untold: true });
  expect(server.save(settled, 1_300).content).toBe("one two");
});

test("words that the server was never told of go without a word", () => {
  const written = edit(nothing, "sent at once", 1_000);
  expect(isNoNews(written, "")).toBe(true);
  expect(drop(written, 1_100)).toMatchObject({ text: "", untold: false });
  const server = new Server();
  const known = settle(written, written, server.save(written, 1_000));
  expect(isNoNews(edit(known, "more", 1_100), "")).toBe(false);
  const cleared = edit(known, "", 1_200);
  const gone = settle(cleared, cleared, server.save(cleared, 1_200));
  expect(isNoNews(edit(gone, "again", 1_300), "")).toBe(true);
});

test("the bare text of an earlier version is a draft still", () => {
  expect(parse("hello").text).toBe("hello");
  expect(parse('{"a":1}').text).toBe('{"a":1}');
  const kept = edit(nothing, "x", 1);
  expect(parse(JSON.stringify(kept))).toEqual(kept);
});

test("whatever was written where and when, all devices agree in the end on the last words", () => {
  const step = fc.record({
    device: fc.nat({ max: 2 }),
    act: fc.constantFrom("write", "write", "clear", "tell", "meet"),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const server = new Server();
      const devices: Kept[] = [nothing, nothing, nothing];
      let last = "";
      let now = 1_000;
      const tell = (device: number) => {
        const told = devices[device] ?? nothing;
        if (told.untold) devices[device] = settle(told, told, server.save(told, now));
      };
      const meet = (device: number) => {
        if (server.stored) devices[device] = hear(devices[device] ?? nothing, server.stored);
        tell(device);
      };
      for (const { device, act } of steps) {
        now += 10;
        if (act === "write" || act === "clear") {
          last = act === "clear" ? "" : `at ${now}`;
          devices[device] = edit(devices[device] ?? nothing, last, now);
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
  const stored = (kept: Kept) => JSON.stringify(kept);
  const here = edit(nothing, "begun", 1_000);
  const there = edit(here, "begun and ended", 2_000);
  expect(overhear(here, stored(there), stored(here))).toEqual(there);
  // What this tab wrote later is on its way to the other one.
  expect(overhear(there, stored(here), null)).toBe(there);
  // Sent from there before the server heard of it: gone from here as well, whoever wrote it last.
  expect(overhear(there, null, stored(there))).toEqual(nothing);
  expect(overhear(there, null, stored(here))).toBe(there);
});

describe("words that one tab sends while another tab's save of them is on its way", () => {
  const stored = (kept: Kept) => JSON.stringify(kept);
  const begun = edit(nothing, "hello", 1_000);
  const sent = drop(begun, 2_000);
  /** Tells the server what is to be told, and takes its answer. */
  const told = (kept: Kept, server: Server, now: number) =>
    kept.untold ? settle(kept, kept, server.save(kept, now)) : kept;

  test("do not come back when the save is answered before the other tab hears of the send", () => {
    const server = new Server();
    const saved = settle(begun, begun, server.save(begun, 2_100));
    expect(saved).toMatchObject({ text: "hello", untold: false });
    const other = told(overhear(saved, stored(sent), stored(begun)), server, 2_200);
    expect([other.text, server.stored?.content]).toEqual(["", ""]);
  });

  test("do not come back when the other tab hears of the send first", () => {
    const server = new Server();
    const heard = overhear(begun, stored(sent), stored(begun));
    const settled = settle(heard, begun, server.save(begun, 2_100));
    expect(settled.text).toBe("");
    expect([told(settled, server, 2_200).text, server.stored?.content]).toEqual(["", ""]);
  });

  test("are deleted by the tab that sent them, where the other one is gone: told by the server or by storage", () => {
    for (const from of ["server", "storage"]) {
      const server = new Server();
      const saved = settle(begun, begun, server.save(begun, 2_100));
      const here =
        from === "server" ? hear(sent, server.stored as Stored) : overhear(sent, stored(saved), stored(sent));
      expect([told(here, server, 2_200).text, server.stored?.content]).toEqual(["", ""]);
    }
  });

  test("take nothing with them that was written later, or by another device whose clock is slow", () => {
    const server = new Server();
    const later = edit(begun, "hello again", 3_000);
    expect(overhear(later, stored(sent), stored(begun))).toBe(later);
    const elsewhere = server.save(edit(nothing, "on the phone", 500), 2_500);
    expect(hear(sent, elsewhere).text).toBe("on the phone");
  });

  test("are remembered for a while, also when several were sent one after the other", () => {
    const server = new Server();
    const second = drop(edit(sent, "second", 2_500), 2_600);
    server.save(begun, 2_700);
    expect(hear(second, server.stored as Stored)).toMatchObject({ text: "", untold: true });
    expect(parse(stored(second))).toEqual(second);
    expect([isForgettable(second, 3_000), isForgettable(second, 3_600_000)]).toEqual([false, true]);
  });
});
