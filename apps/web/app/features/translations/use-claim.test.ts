import { claimDurationMs } from "@kakehashi/contract/translation-claims";
import { createElement as make } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useClaim } from "./use-claim.ts";

const { claim, releaseClaim } = vi.hoisted(() => ({
  claim: vi.fn(async () => undefined),
  releaseClaim: vi.fn(async () => undefined),
}));
vi.mock("./steps.ts", () => ({ claim, releaseClaim }));

beforeEach(() => {
  const storedValues = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => storedValues.get(name) ?? null,
    setItem: (name: string, text: string) => storedValues.set(name, text),
    removeItem: (name: string) => storedValues.delete(name),
  });
  claim.mockReset();
  releaseClaim.mockClear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

type ClaimOfEditor = ReturnType<typeof useClaim>;

let openedClaim: ClaimOfEditor | undefined;
function Editor({ claimedAt }: { claimedAt: string | null }) {
  const translation = claimedAt === null ? null : { claimed_by: "linh", claimed_at: claimedAt };
  openedClaim = useClaim("linh", "message", "vi", translation);
  return null;
}

/**
 * Opens the editor as after a reload. `typedAgoMs` is the time since Linh last claimed the translation by typing; null
 * if she never did.
 */
function open(typedAgoMs: number | null): ClaimOfEditor {
  const claimedAt = typedAgoMs === null ? null : new Date(Date.now() - typedAgoMs).toISOString();
  renderToStaticMarkup(make(Editor, { claimedAt }));
  if (!openedClaim) throw new Error("The editor was not rendered.");
  return openedClaim;
}
async function typeAndLeave({ renew, release, releaseUnusedClaim }: ClaimOfEditor): Promise<number> {
  renew();
  release();
  await releaseUnusedClaim();
  return releaseClaim.mock.calls.length;
}

test("a claim by typing ends with the editor, also after the page was loaded anew", async () => {
  open(null).renew();
  expect(await typeAndLeave(open(1000))).toBe(1);
});

test("a claim by the button, or one that was handed over, stays", async () => {
  expect(await typeAndLeave(open(1000))).toBe(0);
  const typedClaim = open(null);
  typedClaim.renew();
  await typedClaim.take();
  expect(await typeAndLeave(open(1000))).toBe(0);
});

test("a claim that has run out is none: typing makes a new one", async () => {
  expect(await typeAndLeave(open(claimDurationMs))).toBe(1);
});

test("a release waits for the claim before it, so that no claim stays of an editor that is closed", async () => {
  let finishClaim = () => {};
  claim.mockImplementation(() => new Promise((resolve) => (finishClaim = () => resolve(undefined))));
  const typedClaim = open(null);
  typedClaim.renew();
  typedClaim.release();
  await Promise.resolve();
  expect(releaseClaim).not.toHaveBeenCalled();
  finishClaim();
  await typedClaim.releaseUnusedClaim();
  expect(releaseClaim).toHaveBeenCalledOnce();
});

test("a claim that another device of the writer has ended is made again", async () => {
  vi.useFakeTimers();
  const lostClaim = open(null);
  lostClaim.renew();
  lostClaim.renew();
  await lostClaim.releaseUnusedClaim();
  expect(claim).toHaveBeenCalledOnce();
  vi.setSystemTime(Date.now() + 20_000);
  lostClaim.renew();
  await lostClaim.releaseUnusedClaim();
  expect(claim).toHaveBeenCalledTimes(2);

  const heldClaim = open(1000);
  heldClaim.renew();
  vi.setSystemTime(Date.now() + 20_000);
  heldClaim.renew();
  await heldClaim.releaseUnusedClaim();
  expect(claim).toHaveBeenCalledTimes(3);
});
