import { expect, test, vi } from "vitest";
import { queryClient } from "../../kit/query.ts";
import { suggestionsQueryKey } from "./memory-queries.ts";
import { translationQueryKey } from "./queries.ts";
import { rejectUnit, releaseClaim } from "./steps.ts";

vi.stubGlobal("document", {});
const testUnit = { message: { id: "one" }, language: "vi" };
const callMock = vi.hoisted(() => vi.fn());
vi.mock("../../kit/api.ts", () => ({ call: callMock }));

test("a rejected text is no longer suggested at its message", async () => {
  const keyOf = (mid: string) => [...suggestionsQueryKey, mid, 1, "vi"];
  callMock.mockResolvedValue({ data: testUnit });
  for (const mid of ["one", "two"]) queryClient().setQueryData(keyOf(mid), []);
  await rejectUnit("one", "vi", { version: 1, revision: 1, reason: "unclear" });
  expect(queryClient().getQueryState(keyOf("one"))?.isInvalidated).toBe(true);
  expect(queryClient().getQueryState(keyOf("two"))?.isInvalidated).toBe(false);
});

test("an answer that comes after a fetch replaces only an older text", async () => {
  const key = translationQueryKey("one", "vi");
  const cachedState = () => queryClient().getQueryState<{ unit: object }>(key);
  const state = (version: number, holder: string | null) => ({
    message: { id: "one", revision: 1 },
    translation: { version, claimed_by: holder },
  });
  /**
   * Releases a claim. If `fetched` is given, a fetch stores this state in the cache before the release gets its
   * response.
   */
  async function releaseClaimDuringFetch(releasedUnit: object, fetched?: object): Promise<void> {
    const answer = Promise.withResolvers<{ data: object }>();
    callMock.mockReturnValueOnce(answer.promise);
    const release = releaseClaim("one", "vi");
    if (fetched) queryClient().setQueryData(key, { unit: fetched });
    answer.resolve({ data: releasedUnit });
    await release;
  }

  queryClient().setQueryData(key, { unit: state(0, "linh") });
  await releaseClaimDuringFetch(state(0, null));
  expect(cachedState()).toMatchObject({ data: { unit: state(0, null) }, isInvalidated: false });
  await releaseClaimDuringFetch(state(0, null), state(1, null));
  expect(cachedState()).toMatchObject({ data: { unit: state(1, null) }, isInvalidated: true });
  await releaseClaimDuringFetch(state(2, null), state(1, "linh"));
  expect(cachedState()).toMatchObject({ data: { unit: state(2, null) }, isInvalidated: true });
});
