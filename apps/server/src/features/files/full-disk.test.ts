import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { createConversation } from "@kakehashi/contract/conversations";
import { listMessages, sendMessage } from "@kakehashi/contract/messages";
import { expect, test } from "vitest";
import type { Storage } from "../../kit/storage/storage.ts";
import { createTestApp } from "../../test/app.ts";
import { createWorld } from "../../test/world.ts";

test("with no room left for files, a send says so and leaves nothing; words still go", async () => {
  const full: Storage = {
    async take() {
      throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
    },
    read: () => Promise.reject(new Error("Nothing is here")),
    async remove() {},
    async check() {},
    close() {},
  };
  const server = await createTestApp({ storage: full });
  const { aiko, an } = await createWorld(server);
  const { data: room } = await aiko.call(createConversation, {
    body: { kind: "DIRECT", user_ids: [an.id] },
  });
  const address = await server.listen();
  const form = new FormData();
  form.set("client_id", randomUUID());
  form.set("content", "with a file");
  form.append("files", new Blob(["bytes"]), "a.txt");
  const refused = await fetch(`${address}/api/conversations/${room.id}/messages`, {
    method: "POST",
    body: form,
    headers: { authorization: `Bearer ${aiko.tokens.access_token}` },
  });
  expect(refused.status).toBe(507);
  expect(await refused.json()).toMatchObject({ error: { code: "FILE.NO_SPACE" } });
  expect(await readdir(join(server.dataDir, "incoming"))).toEqual(["resumable"]);

  const sent = await aiko.call(sendMessage, {
    params: { id: room.id },
    body: { client_id: randomUUID(), content: "words alone" },
  });
  expect(sent.status).toBe(200);
  const { data } = await an.call(listMessages, { params: { id: room.id } });
  expect(data.map((message) => message.content)).toEqual(["words alone"]);
  // What the failed one left is known, and removed by the sweep.
  await server.db.pool.query("update files set removed_at = now() - interval '2 hours'");
  await server.app.services.files.sweep();
  expect((await server.db.pool.query("select from files")).rowCount).toBe(0);
  await server.close();
});
