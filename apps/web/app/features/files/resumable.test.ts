import { unsentFileRetentionHours } from "@kakehashi/contract/files";
import type { UploadOptions } from "tus-js-client";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type * as Resumable from "./resumable.ts";

const hourMs = 3_600_000;
let uploadFiles: typeof Resumable.uploadFiles;
/** The uploads that the test has created. `starts` counts how often an upload was started. */
let startedUploads: { starts: number }[] = [];
/** The next uploads that are started fail as if the connection was lost. This is the number of those that will fail. */
let failingUploadCount = 0;

class FakeUpload {
  readonly #options: UploadOptions;
  readonly #number: number;
  starts = 0;

  constructor(_: File, options: UploadOptions) {
    this.#options = options;
    this.#number = startedUploads.push(this);
  }

  start(): void {
    this.starts++;
    const body = JSON.stringify({ data: { id: `upload-${this.#number}` } });
    if (failingUploadCount-- > 0) this.#options.onError?.(new Error("away"));
    else this.#options.onSuccess?.({ lastResponse: { getBody: () => body } } as never);
  }
}

beforeAll(async () => {
  vi.resetModules();
  vi.doMock("tus-js-client", () => ({ Upload: FakeUpload }));
  vi.doMock("../../kit/api.ts", () => ({ getTokenYoungerThan: async () => "token" }));
  vi.stubGlobal("document", { documentElement: { lang: "en" } });
  ({ uploadFiles } = await import("./resumable.ts"));
});
afterAll(() => {
  for (const path of ["tus-js-client", "../../kit/api.ts"]) vi.doUnmock(path);
  vi.unstubAllGlobals();
  vi.resetModules();
});
beforeEach(() => {
  vi.useFakeTimers();
  [startedUploads, failingUploadCount] = [[], 0];
});
afterEach(() => vi.useRealTimers());

const uploadOneFile = async (file: File) => (await uploadFiles("room", [file]))[0]?.id;

test("a file whose message was not sent is not uploaded again while the server still has it", async () => {
  const video = new File(["film"], "film.mp4");
  expect(await uploadOneFile(video)).toBe("upload-1");
  vi.advanceTimersByTime((unsentFileRetentionHours - 1) * hourMs - 1);
  expect(await uploadOneFile(video)).toBe("upload-1");
  expect(startedUploads).toMatchObject([{ starts: 1 }]);
});

test("a file is uploaded again before the server deletes it, and is then reused as long again", async () => {
  const video = new File(["film"], "film.mp4");
  await uploadOneFile(video);
  vi.advanceTimersByTime((unsentFileRetentionHours - 1) * hourMs);
  expect(await uploadOneFile(video)).toBe("upload-2");
  vi.advanceTimersByTime((unsentFileRetentionHours - 1) * hourMs - 1);
  expect(await uploadOneFile(video)).toBe("upload-2");
  expect(startedUploads).toMatchObject([{ starts: 1 }, { starts: 1 }]);
});

test("a retry resumes the interrupted upload and keeps the files before it", async () => {
  const files = [new File(["one"], "one.mp4"), new File(["two"], "two.mp4")];
  await uploadFiles("room", files.slice(0, 1));
  failingUploadCount = 1;
  await expect(uploadFiles("room", files)).rejects.toMatchObject({ code: "NETWORK" });
  expect((await uploadFiles("room", files)).map(({ id }) => id)).toEqual(["upload-1", "upload-2"]);
  expect(startedUploads).toMatchObject([{ starts: 1 }, { starts: 2 }]);
});

test("a repeated upload that was interrupted is resumed too", async () => {
  const video = new File(["film"], "film.mp4");
  await uploadOneFile(video);
  vi.advanceTimersByTime(unsentFileRetentionHours * hourMs);
  failingUploadCount = 1;
  await expect(uploadOneFile(video)).rejects.toMatchObject({ code: "NETWORK" });
  expect(await uploadOneFile(video)).toBe("upload-2");
  expect(startedUploads).toMatchObject([{ starts: 1 }, { starts: 2 }]);
});
