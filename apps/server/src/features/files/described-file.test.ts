import { Readable } from "node:stream";
import { createConversation } from "@kakehashi/contract/conversations";
import { downloadFile } from "@kakehashi/contract/files";
import { getProject } from "@kakehashi/contract/projects";
import { beforeAll, expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";
import { addAcceptedProfiles, createTestProject } from "../../test/projects.ts";
import type { TestPerson } from "../../test/world.ts";

const { server, testPeople } = await setUpTestServer();
const { aiko, kenji, emma } = testPeople;
beforeAll(() => addAcceptedProfiles(server, aiko));

test("Only the people of a room are told that a file is in it", async () => {
  const room = await aiko.call(createConversation, { body: { kind: "MY_CHAT" } });
  const contentStream = Readable.from(["plan"]);
  const file = await server.app.services.files.upload(aiko.id, room.data.id, "plan.txt", contentStream);
  const id = await createTestProject(aiko, { file_ids: [file.id] });
  const teamRoomId = (await aiko.call(getProject, { params: { id } })).data.conversations.team;
  const fetchFile = async ({ tokens }: TestPerson, acceptHeader: string) =>
    server.app.http.inject({
      url: `/api${downloadFile.path.replace(":id", file.id)}`,
      headers: { authorization: `Bearer ${tokens.access_token}`, accept: acceptHeader },
    });
  const descriptionResponse = await fetchFile(aiko, "application/json");
  expect(descriptionResponse.json().data).toMatchObject({ id: file.id, conversation_id: teamRoomId });
  for (const person of [kenji, emma]) {
    const refusedResponse = await fetchFile(person, "application/json");
    expect(refusedResponse.statusCode).toBe(404);
    expect(refusedResponse.body).not.toContain(String(teamRoomId));
    expect((await fetchFile(person, "*/*")).statusCode).toBe(200);
  }
});
