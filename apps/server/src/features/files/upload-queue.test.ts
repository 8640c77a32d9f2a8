import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../test/app.ts";
import { createDirectRoom } from "../../test/rooms.ts";
import { addTestPeople, type TestPeople, type TestPerson } from "../../test/world.ts";
import { createUploadQueue, maximumRunningUploadsPerPerson } from "./upload-queue.ts";

let server: TestApp;
let testPeople: TestPeople;
let roomId: string;
let serverAddress: string;
beforeAll(async () => {
  server = await createTestApp();
  testPeople = await addTestPeople(server);
  roomId = await createDirectRoom(testPeople.an, testPeople.minh);
  serverAddress = await server.listen();
});
afterAll(() => server.close());

const multipartBoundary = "----boundary";
const createUploadPath = () => `/api/conversations/${roomId}/files`;
const createAuthorizationHeader = ({ tokens }: TestPerson) => `Bearer ${tokens.access_token}`;

/** Sends the beginning of an upload and leaves the request open. */
async function beginUpload(person: TestPerson): Promise<Socket> {
  const socket = connect(Number(new URL(serverAddress).port), "127.0.0.1");
  await once(socket, "connect");
  socket.on("error", () => {});
  socket.write(
    [
      `POST ${createUploadPath()} HTTP/1.1`,
      "host: localhost",
      `authorization: ${createAuthorizationHeader(person)}`,
      `content-type: multipart/form-data; boundary=${multipartBoundary}`,
      "content-length: 100000",
      "",
      `--${multipartBoundary}`,
      'Content-Disposition: form-data; name="files"; filename="a.txt"',
      "",
      "the beginning",
    ].join("\r\n"),
  );
  return socket;
}

async function sendWholeUpload(person: TestPerson): Promise<number> {
  const form = new FormData();
  form.append("files", new Blob(["all of it"]), "b.txt");
  const headers = { authorization: createAuthorizationHeader(person) };
  const uploadResponse = await fetch(new URL(createUploadPath(), serverAddress), {
    method: "POST",
    body: form,
    headers,
  });
  await uploadResponse.arrayBuffer();
  return uploadResponse.status;
}

const countUploads = async () =>
  (await readdir(join(server.dataDir, "incoming")).catch(() => [])).filter((name) => name !== "resumable");

test("one person's uploads take turns, nobody else waits for them, and whoever goes away holds no turn", async () => {
  const uploadSockets = await Promise.all(
    Array.from({ length: maximumRunningUploadsPerPerson + 3 }, () => beginUpload(testPeople.an)),
  );
  await expect
    .poll(async () => (await countUploads()).length)
    .toBeGreaterThanOrEqual(maximumRunningUploadsPerPerson);
  expect(await sendWholeUpload(testPeople.minh)).toBe(200);
  expect(await countUploads()).toHaveLength(maximumRunningUploadsPerPerson);

  const waitingUpload = sendWholeUpload(testPeople.an);
  for (const socket of uploadSockets) socket.destroy();
  expect(await waitingUpload).toBe(200);
  await expect.poll(countUploads).toEqual([]);
});

test("more uploads than a person can have at once are refused with a time to retry", async () => {
  const runInTurn = createUploadQueue({ maximumRunning: 2, maximumWaiting: 3 });
  const uploadFinished = Promise.withResolvers<void>();
  const pendingRuns = Array.from({ length: 5 }, () => runInTurn("an", () => uploadFinished.promise));
  await expect(runInTurn("an", async () => "one too many")).rejects.toMatchObject({ code: "ERR.TOO_MANY" });
  expect(await runInTurn("minh", async () => "mine")).toBe("mine");
  uploadFinished.resolve();
  await Promise.all(pendingRuns);
  expect(await runInTurn("an", async () => "later")).toBe("later");
});
