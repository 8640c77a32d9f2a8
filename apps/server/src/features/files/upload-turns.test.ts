import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../test/app.ts";
import { createDirectRoom } from "../../test/rooms.ts";
import { createWorld, type Person, type World } from "../../test/world.ts";
import { createUploadTurns, maximumRunningUploads } from "./upload-turns.ts";

let server: TestApp;
let world: World;
let roomId: string;
let serverAddress: string;
beforeAll(async () => {
  server = await createTestApp();
  world = await createWorld(server);
  roomId = await createDirectRoom(world.an, world.minh);
  serverAddress = await server.listen();
});
afterAll(() => server.close());

const multipartBoundary = "----boundary";
const uploadPath = () => `/api/conversations/${roomId}/files`;
const authorizationHeaderOf = ({ tokens }: Person) => `Bearer ${tokens.access_token}`;

/** Sends the beginning of an upload and leaves the request open. */
async function beginUpload(person: Person): Promise<Socket> {
  const socket = connect(Number(new URL(serverAddress).port), "127.0.0.1");
  await once(socket, "connect");
  socket.on("error", () => {});
  socket.write(
    [
      `POST ${uploadPath()} HTTP/1.1`,
      "host: localhost",
      `authorization: ${authorizationHeaderOf(person)}`,
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

async function sendWholeUpload(person: Person): Promise<number> {
  const form = new FormData();
  form.append("files", new Blob(["all of it"]), "b.txt");
  const headers = { authorization: authorizationHeaderOf(person) };
  const answer = await fetch(new URL(uploadPath(), serverAddress), { method: "POST", body: form, headers });
  await answer.arrayBuffer();
  return answer.status;
}

const countUploads = async () =>
  (await readdir(join(server.dataDir, "incoming")).catch(() => [])).filter((name) => name !== "resumable");

test("one person's uploads take turns, nobody else waits for them, and whoever goes away holds no turn", async () => {
  const uploadSockets = await Promise.all(
    Array.from({ length: maximumRunningUploads + 3 }, () => beginUpload(world.an)),
  );
  await expect.poll(async () => (await countUploads()).length).toBeGreaterThanOrEqual(maximumRunningUploads);
  expect(await sendWholeUpload(world.minh)).toBe(200);
  expect(await countUploads()).toHaveLength(maximumRunningUploads);

  const waitingUpload = sendWholeUpload(world.an);
  for (const socket of uploadSockets) socket.destroy();
  expect(await waitingUpload).toBe(200);
  await expect.poll(countUploads).toEqual([]);
});

test("more uploads than a person can have at once are refused with a time to retry", async () => {
  const runInTurn = createUploadTurns({ maximumRunning: 2, maximumWaiting: 3 });
  const uploadFinished = Promise.withResolvers<void>();
  const pendingRuns = Array.from({ length: 5 }, () => runInTurn("an", () => uploadFinished.promise));
  await expect(runInTurn("an", async () => "one too many")).rejects.toMatchObject({ code: "ERR.TOO_MANY" });
  expect(await runInTurn("minh", async () => "mine")).toBe("mine");
  uploadFinished.resolve();
  await Promise.all(pendingRuns);
  expect(await runInTurn("an", async () => "later")).toBe("later");
});
