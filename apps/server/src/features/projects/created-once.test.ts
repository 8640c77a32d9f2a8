import { listConversations } from "@kakehashi/contract/conversations";
import { createProject } from "@kakehashi/contract/projects";
import { expect, test } from "vitest";
import { newId } from "../../kit/ids.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { addAcceptedProfiles, projectBodyOf } from "../../test/projects.ts";

const { server, testPeople } = await setUpTestServer();
const { aiko, linh } = testPeople;
await addAcceptedProfiles(server, aiko, linh);

test("A project whose answer was lost is created once; another person's key finds nothing of it", async () => {
  const body = await projectBodyOf(aiko, { name: "Created once", client_id: newId() });
  const listCreatedProjects = () =>
    server.db.kysely.selectFrom("projects").select("id").where("name", "=", body.name).execute();
  // Sends the same request twice at once, as a browser does after a double click, and a third time later.
  const simultaneousResponses = await Promise.all([1, 2].map(() => aiko.call(createProject, { body })));
  const laterResponse = await aiko.call(createProject, { body });
  const ids = [...simultaneousResponses, laterResponse].map(({ data }) => data.id);
  expect(new Set(ids).size).toBe(1);
  expect(await listCreatedProjects()).toEqual([{ id: ids[0] }]);
  const rooms = await aiko.call(listConversations);
  expect(rooms.data.filter(({ name }) => name === body.name)).toHaveLength(3);
  const { data: otherProject } = await linh.call(createProject, { body });
  expect([otherProject.id === ids[0], otherProject.host.id]).toEqual([false, linh.id]);
  // Without a `client_id`, each request creates another project.
  const { client_id: _, ...withoutKey } = body;
  for (let attempt = 0; attempt < 2; attempt++) await aiko.call(createProject, { body: withoutKey });
  expect(await listCreatedProjects()).toHaveLength(4);
});
