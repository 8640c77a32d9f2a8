import { claimLastsMs } from "@kakehashi/contract/translation-claims";
import { createElement as make } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { useIsClaimValid } from "./use-claim-holds.ts";

const Holds = ({ claimedAt }: { claimedAt: string | null | undefined }) => `${useIsClaimValid(claimedAt)}`;
const holds = (claimedAt: string | null | undefined) =>
  renderToStaticMarkup(make(Holds, { claimedAt })) === "true";

test("a claim holds for fifteen minutes after its translator was last heard of", () => {
  const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
  expect(holds(ago(0))).toBe(true);
  expect(holds(ago(claimLastsMs - 5000))).toBe(true);
  expect(holds(ago(claimLastsMs))).toBe(false);
  expect([holds(null), holds(undefined)]).toEqual([false, false]);
});
