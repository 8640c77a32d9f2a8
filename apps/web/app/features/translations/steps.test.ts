import { expect, test, vi } from "vitest";
import { getQueryClient } from "../../kit/query.ts";
import { memorySuggestionsQueryKey } from "./memory-queries.ts";
import { translationUnitQueryKey } from "./queries.ts";
import { rejectUnit, releaseUnit } from "./steps.ts";

vi.stubGlobal("document", {});
const testUnit = { message: { id: "one" }, language: "vi" };
const callMock = vi.hoisted(() => vi.fn());
vi.mock("../../kit/api.ts", () => ({ call: callMock }));

test("a rejected text is no longer suggested at its message", async () => {
  const suggestionsKeyOf = (mid: string) => [...memorySuggestionsQueryKey, mid, 1, "vi"];
  callMock.mockResolvedValue({ data: testUnit });
  for (const mid of ["one", "two"]) getQueryClient().setQueryData(suggestionsKeyOf(mid), []);
  await rejectUnit("one", "vi", { version: 1, revision: 1, reason: "unclear" });
  expect(getQueryClient().getQueryState(suggestionsKeyOf("one"))?.isInvalidated).toBe(true);
  expect(getQueryClient().getQueryState(suggestionsKeyOf("two"))?.isInvalidated).toBe(false);
});

test("an answer that comes after a fetch replaces only an older text", async () => {
  const key = translationUnitQueryKey("one", "vi");
  const getCachedState = () => getQueryClient().getQueryState<{ unit: object }>(key);
  const createUnitState = (version: number, claimantId: string | null) => ({
    message: { id: "one", revision: 1 },
    translation: { version, claimed_by: claimantId },
  });
  /**
   * Releases a claim. If `fetchedUnit` is given, a fetch stores this state in the cache before the release gets its
   * response.
   */
  async function releaseClaimDuringFetch(releasedUnit: object, fetchedUnit?: object): Promise<void> {
    const pendingResponse = Promise.withResolvers<{ data: object }>();
    callMock.mockReturnValueOnce(pendingResponse.promise);
    const releasePromise = releaseUnit("one", "vi");
    if (fetchedUnit) getQueryClient().setQueryData(key, { unit: fetchedUnit });
    pendingResponse.resolve({ data: releasedUnit });
    await releasePromise;
  }

  getQueryClient().setQueryData(key, { unit: createUnitState(0, "linh") });
  await releaseClaimDuringFetch(createUnitState(0, null));
  expect(getCachedState()).toMatchObject({ data: { unit: createUnitState(0, null) }, isInvalidated: false });
  await releaseClaimDuringFetch(createUnitState(0, null), createUnitState(1, null));
  expect(getCachedState()).toMatchObject({ data: { unit: createUnitState(1, null) }, isInvalidated: true });
  await releaseClaimDuringFetch(createUnitState(2, null), createUnitState(1, "linh"));
  expect(getCachedState()).toMatchObject({ data: { unit: createUnitState(2, null) }, isInvalidated: true });
});
