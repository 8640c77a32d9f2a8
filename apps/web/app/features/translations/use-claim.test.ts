import { claimLastsMs } from "@kakehashi/contract/translation-claims";
import { createElement as make } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useClaim } from "./use-claim.ts";

const releaseClaim = vi.hoisted(() => vi.fn(async () => undefined));
vi.mock("./queries.ts", () => ({ claim: async () => undefined, releaseClaim }));

beforeEach(() => {
  const storedValues = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => storedValues.get(name) ?? null,
    setItem: (name: string, text: string) => storedValues.set(name, text),
    removeItem: (name: string) => storedValues.delete(name),
  });
  releaseClaim.mockClear();
});
afterEach(() => vi.unstubAllGlobals());

type Claim = ReturnType<typeof useClaim>;

let opened: Claim | undefined;
function Editor({ claimedAt }: { claimedAt: string | null }) {
  const translation = claimedAt === null ? null : { claimed_by: "linh", claimed_at: claimedAt };
  opened = useClaim("linh", "message", "vi", translation);
  return null;
}

/** Opens the editor in a reloaded page. `agoMs` is the time since Linh last claimed the translation, or null. */
function open(agoMs: number | null): Claim {
  const claimedAt = agoMs === null ? null : new Date(Date.now() - agoMs).toISOString();
  renderToStaticMarkup(make(Editor, { claimedAt }));
  if (!opened) throw new Error("The editor was not rendered.");
  return opened;
}
function typeAndLeave({ renew, release }: Claim): number {
  renew();
  release();
  return releaseClaim.mock.calls.length;
}

test("a claim by typing ends with the editor, also after the page was loaded anew", () => {
  open(null).renew();
  expect(typeAndLeave(open(1000))).toBe(1);
});

test("a claim by the button, or one that was handed over, stays", async () => {
  expect(typeAndLeave(open(1000))).toBe(0);
  const typed = open(null);
  typed.renew();
  await typed.take();
  expect(typeAndLeave(open(1000))).toBe(0);
});

test("a claim that has run out is none: typing makes a new one", () => {
  expect(typeAndLeave(open(claimLastsMs))).toBe(1);
});
