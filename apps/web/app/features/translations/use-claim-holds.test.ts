import { claimDurationMs } from "@kakehashi/contract/translation-claims";
import { createElement as make } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { useIsClaimValid } from "./use-claim-holds.ts";

const ClaimValidity = ({ claimedAt }: { claimedAt: string | null | undefined }) =>
  `${useIsClaimValid(claimedAt)}`;
const isClaimShownAsValid = (claimedAt: string | null | undefined) =>
  renderToStaticMarkup(make(ClaimValidity, { claimedAt })) === "true";

test("a claim holds for fifteen minutes after its translator was last heard of", () => {
  const isoTimeAgo = (ms: number) => new Date(Date.now() - ms).toISOString();
  expect(isClaimShownAsValid(isoTimeAgo(0))).toBe(true);
  expect(isClaimShownAsValid(isoTimeAgo(claimDurationMs - 5000))).toBe(true);
  expect(isClaimShownAsValid(isoTimeAgo(claimDurationMs))).toBe(false);
  expect([isClaimShownAsValid(null), isClaimShownAsValid(undefined)]).toEqual([false, false]);
});
