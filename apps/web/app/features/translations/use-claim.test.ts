import { claimDurationMs } from "@kakehashi/contract/translation-claims";
import { createElement as make } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useClaim } from "./use-claim.ts";

const { claim: claimMock, releaseUnit: releaseUnitMock } = vi.hoisted(() => ({
  claim: vi.fn(async () => undefined),
  releaseUnit: vi.fn(async () => undefined),
}));
vi.mock("./steps.ts", () => ({ claimUnit: claimMock, releaseUnit: releaseUnitMock }));

beforeEach(() => {
  const storedValues = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => storedValues.get(name) ?? null,
    setItem: (name: string, text: string) => storedValues.set(name, text),
    removeItem: (name: string) => storedValues.delete(name),
  });
  claimMock.mockReset();
  releaseUnitMock.mockClear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

type ClaimOfEditor = ReturnType<typeof useClaim>;

let openedClaim: ClaimOfEditor | undefined;
function ClaimingEditor({ claimedAt }: { claimedAt: string | null }) {
  const translation = claimedAt === null ? null : { claimed_by: "linh", claimed_at: claimedAt };
  openedClaim = useClaim("linh", "message", "vi", translation);
  return null;
}

/**
 * Opens the editor as after a reload. `typedAgoMs` is the time since Linh last claimed the translation by typing; null
 * if she never did.
 */
function openEditor(typedAgoMs: number | null): ClaimOfEditor {
  const claimedAt = typedAgoMs === null ? null : new Date(Date.now() - typedAgoMs).toISOString();
  renderToStaticMarkup(make(ClaimingEditor, { claimedAt }));
  if (!openedClaim) throw new Error("The editor was not rendered.");
  return openedClaim;
}
async function typeAndLeave({ renew, release, releaseUnusedClaim }: ClaimOfEditor): Promise<number> {
  renew();
  release();
  await releaseUnusedClaim();
  return releaseUnitMock.mock.calls.length;
}

test("a claim by typing ends with the editor, also after the page was loaded anew", async () => {
  openEditor(null).renew();
  expect(await typeAndLeave(openEditor(1000))).toBe(1);
});

test("a claim by the button, or one that was handed over, stays", async () => {
  expect(await typeAndLeave(openEditor(1000))).toBe(0);
  const typedClaim = openEditor(null);
  typedClaim.renew();
  await typedClaim.take();
  expect(await typeAndLeave(openEditor(1000))).toBe(0);
});

test("a claim that has run out is none: typing makes a new one", async () => {
  expect(await typeAndLeave(openEditor(claimDurationMs))).toBe(1);
});

test("a release waits for the claim before it, so that no claim stays of an editor that is closed", async () => {
  let finishClaim = () => {};
  claimMock.mockImplementation(() => new Promise((resolve) => (finishClaim = () => resolve(undefined))));
  const typedClaim = openEditor(null);
  typedClaim.renew();
  typedClaim.release();
  await Promise.resolve();
  expect(releaseUnitMock).not.toHaveBeenCalled();
  finishClaim();
  await typedClaim.releaseUnusedClaim();
  expect(releaseUnitMock).toHaveBeenCalledOnce();
});

test("a claim that another device of the writer has ended is made again", async () => {
  vi.useFakeTimers();
  const lostClaim = openEditor(null);
  lostClaim.renew();
  lostClaim.renew();
  await lostClaim.releaseUnusedClaim();
  expect(claimMock).toHaveBeenCalledOnce();
  vi.setSystemTime(Date.now() + 20_000);
  lostClaim.renew();
  await lostClaim.releaseUnusedClaim();
  expect(claimMock).toHaveBeenCalledTimes(2);

  const heldClaim = openEditor(1000);
  heldClaim.renew();
  vi.setSystemTime(Date.now() + 20_000);
  heldClaim.renew();
  await heldClaim.releaseUnusedClaim();
  expect(claimMock).toHaveBeenCalledTimes(3);
});
