import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type * as ApiErrorModule from "../../../kit/api-error.ts";
import { minimumRetryWaitMs } from "../../../kit/api-error.ts";
import type * as Drafts from "./drafts.ts";

const callMock = vi.fn();
let draftsModule: typeof Drafts;
/** Import the class together with the tested code, because `instanceof` needs the same module instance. */
let ApiError: typeof ApiErrorModule.ApiError;

beforeAll(async () => {
  vi.resetModules();
  vi.doMock("../../../kit/api.ts", () => ({ call: callMock }));
  vi.doMock("../../../kit/toast.ts", () => ({ toast: () => {} }));
  vi.doMock("../../live/connection.ts", () => ({
    onConversationEvent: () => () => {},
    onLiveConnect: () => () => {},
  }));
  ({ ApiError } = await import("../../../kit/api-error.ts"));
  draftsModule = await import("./drafts.ts");
});
afterAll(() => {
  for (const path of ["../../../kit/api.ts", "../../../kit/toast.ts", "../../live/connection.ts"])
    vi.doUnmock(path);
  vi.resetModules();
});
beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  callMock.mockReset();
});

/** A pause longer than the delay before a draft is saved, in milliseconds. */
const writingPauseMs = 1_000;

test.each([0, 429, 502, 503, 504])(
  "a draft whose save got a %i is saved again without another key press",
  async (status) => {
    callMock.mockRejectedValueOnce(new ApiError(status, "", ""));
    callMock.mockImplementation(async (_, { body }) => ({ data: { ...body, revision: 1 } }));
    draftsModule.writeDraft(`room-${status}`, "words");
    await vi.advanceTimersByTimeAsync(writingPauseMs);
    expect(callMock).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(minimumRetryWaitMs);
    expect(callMock).toHaveBeenCalledTimes(2);
    expect(callMock).toHaveBeenLastCalledWith(
      expect.anything(),
      expect.objectContaining({ body: expect.objectContaining({ content: "words" }) }),
    );
  },
);
