import { expect, test, vi } from "vitest";
import { queryClient } from "../../kit/query.ts";
import { suggestionsKey } from "./memory-queries.ts";
import { reject } from "./steps.ts";

vi.stubGlobal("document", {});
const unit = { message: { id: "one" }, language: "vi" };
vi.mock("../../kit/api.ts", () => ({ call: async () => ({ data: unit }) }));

test("a rejected text is no longer suggested at its message", async () => {
  const keyOf = (mid: string) => [...suggestionsKey, mid, 1, "vi"];
  for (const mid of ["one", "two"]) queryClient().setQueryData(keyOf(mid), []);
  await reject("one", "vi", { version: 1, revision: 1, reason: "unclear" });
  expect(queryClient().getQueryState(keyOf("one"))?.isInvalidated).toBe(true);
  expect(queryClient().getQueryState(keyOf("two"))?.isInvalidated).toBe(false);
});
