import type { TranslationDraft as ServerDraft } from "@kakehashi/contract/translation-drafts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createDraftKeeper } from "./draft-keeper.ts";

const server = vi.hoisted(() => ({ call: vi.fn() }));
vi.mock("../../kit/api.ts", () => ({ call: server.call }));
vi.mock("../live/connection.ts", () => ({ onLiveConnect: () => () => {}, onLiveEvent: () => () => {} }));

interface Sent {
  readonly body?: Pick<ServerDraft, "content" | "version" | "revision" | "from_memory" | "edited_at">;
}

beforeEach(() => {
  vi.useFakeTimers();
  const storedValues = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => storedValues.get(name) ?? null,
    setItem: (name: string, text: string) => storedValues.set(name, text),
    removeItem: (name: string) => storedValues.delete(name),
  });
  vi.stubGlobal("document", new EventTarget());
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const draft = (text: string) => ({ text, version: 0, revision: 1, fromMemory: false });

test("what the writer types while a save is on its way stays, and is saved next", async () => {
  const saved: string[] = [];
  const answers: (() => void)[] = [];
  server.call.mockImplementation(async (_: unknown, { body }: Sent) => {
    if (!body) return { data: null };
    saved.push(body.content);
    await new Promise<void>((resolve) => answers.push(resolve));
    return { data: { ...body, set_aside: "" } };
  });
  const keeper = createDraftKeeper("linh", "message", "vi");
  const stop = keeper.follow();
  await vi.advanceTimersByTimeAsync(1);
  keeper.change(draft("Vui lòn"));
  await vi.advanceTimersByTimeAsync(1000);
  expect(saved).toEqual(["Vui lòn"]);

  keeper.change(draft("Vui lòng "));
  answers[0]?.();
  await vi.advanceTimersByTimeAsync(1);
  expect(keeper.get().draft?.text).toBe("Vui lòng ");

  await vi.advanceTimersByTimeAsync(1000);
  expect(saved).toEqual(["Vui lòn", "Vui lòng "]);
  answers[1]?.();
  await vi.advanceTimersByTimeAsync(1);
  expect(keeper.get()).toMatchObject({ draft: { text: "Vui lòng " }, unsaved: false });
  stop();
});
