import { expect, test, vi } from "vitest";
import { queryClient } from "../../kit/query.ts";
import { suggestionsKey } from "./memory-queries.ts";
import { unitKey } from "./queries.ts";
import { reject, releaseClaim } from "./steps.ts";

vi.stubGlobal("document", {});
const unit = { message: { id: "one" }, language: "vi" };
const call = vi.hoisted(() => vi.fn());
vi.mock("../../kit/api.ts", () => ({ call }));

test("a rejected text is no longer suggested at its message", async () => {
  const keyOf = (mid: string) => [...suggestionsKey, mid, 1, "vi"];
  call.mockResolvedValue({ data: unit });
  for (const mid of ["one", "two"]) queryClient().setQueryData(keyOf(mid), []);
  await reject("one", "vi", { version: 1, revision: 1, reason: "unclear" });
  expect(queryClient().getQueryState(keyOf("one"))?.isInvalidated).toBe(true);
  expect(queryClient().getQueryState(keyOf("two"))?.isInvalidated).toBe(false);
});

test("an answer that comes after a newer fetch of the unit does not replace it", async () => {
  const key = unitKey("one", "vi");
  const shown = () => queryClient().getQueryState<{ unit: object }>(key);
  queryClient().setQueryData(key, { unit: { version: 0, claimed: true } });
  call.mockResolvedValueOnce({ data: { version: 0 } });
  await releaseClaim("one", "vi");
  expect(shown()?.data?.unit).toEqual({ version: 0 });

  const answer = Promise.withResolvers<{ data: object }>();
  call.mockReturnValueOnce(answer.promise);
  const released = releaseClaim("one", "vi");
  queryClient().setQueryData(key, { unit: { version: 1 } });
  answer.resolve({ data: { version: 0 } });
  await released;
  expect(shown()?.data?.unit).toEqual({ version: 1 });
  expect(shown()?.isInvalidated).toBe(true);
});
