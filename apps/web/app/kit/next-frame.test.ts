import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { nextFrame } from "./next-frame.ts";

let frames: ((due: number) => void)[] = [];
const taken = vi.fn();
/** Runs a frame that begins this many milliseconds late. */
async function frame(late: number): Promise<void> {
  const now = frames;
  frames = [];
  for (const look of now) look(performance.now() - late);
  await Promise.resolve();
}

beforeEach(() => {
  frames = [];
  taken.mockClear();
  vi.stubGlobal("document", { hidden: false });
  vi.stubGlobal("requestAnimationFrame", (look: (due: number) => void) => frames.push(look));
});
afterEach(() => vi.unstubAllGlobals());

test("a frame that is on time is taken", async () => {
  void nextFrame().then(taken);
  await frame(2);
  expect(taken).toHaveBeenCalledOnce();
});

test("a late one is left to what it has to do, but no more than two", async () => {
  void nextFrame().then(taken);
  await frame(30);
  await frame(30);
  expect(taken).not.toHaveBeenCalled();
  await frame(30);
  expect(taken).toHaveBeenCalledOnce();
});

test("where nobody sees a frame nothing waits for one", async () => {
  vi.stubGlobal("document", { hidden: true });
  await nextFrame();
  expect(frames).toEqual([]);
});
