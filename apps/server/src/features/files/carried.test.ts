import { randomUUID } from "node:crypto";
import { uploadMessageFiles } from "@kakehashi/contract/files";
import { sendMessage } from "@kakehashi/contract/messages";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createTestApp, type TestApp } from "../../test/app.ts";
import { createDirectRoom, sendText } from "../../test/rooms.ts";
import { addTestPeople, type TestPeople } from "../../test/world.ts";

let server: TestApp;
let testPeople: TestPeople;
let serverUrl: string;
let roomId: string;

beforeAll(async () => {
  server = await createTestApp();
  testPeople = await addTestPeople(server);
  serverUrl = await server.listen();
  roomId = await createDirectRoom(testPeople.an, testPeople.minh);
});
afterAll(() => server.close());

async function uploadFileToRoom(): Promise<string> {
  const form = new FormData();
  form.append("files", new Blob(["bytes"]), "note.txt");
  const response = await fetch(`${serverUrl}/api/conversations/${roomId}/files`, {
    method: "POST",
    body: form,
    headers: { authorization: `Bearer ${testPeople.an.tokens.access_token}` },
  });
  const { data } = z.object({ data: uploadMessageFiles.data }).parse(await response.json());
  return data[0]?.id ?? "";
}

test.each(["messages", "replies"])("of %s that use one file at once, one gets it", async (kind) => {
  const parentIdField =
    kind === "replies" ? { parent_id: (await sendText(testPeople.minh, roomId, "a thread")).id } : {};
  for (let round = 0; round < 5; round++) {
    const file = await uploadFileToRoom();
    const sendResponses = await Promise.all(
      Array.from({ length: 4 }, () =>
        testPeople.an.call(sendMessage, {
          params: { id: roomId },
          body: { client_id: randomUUID(), content: "here", file_ids: [file], ...parentIdField },
        }),
      ),
    );
    const refusedMessages = sendResponses.filter(({ status }) => status !== 200);
    expect(refusedMessages.map(({ error }) => error?.code)).toEqual(Array(3).fill("FILE.GONE"));
  }
});
