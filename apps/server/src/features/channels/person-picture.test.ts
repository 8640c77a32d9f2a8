import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { outsidePlatforms } from "@kakehashi/contract/channel-states";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { createAskBlock, createFlow, endBlock } from "../../test/bots.ts";
import {
  addAndConnectPage,
  createBotForOutsidePlatforms,
  fetchOutsideTalk,
  fetchOutsideTalks,
  startBothStandIns,
  waitForOutsideTalk,
} from "../../test/channels.ts";
import { handoffBlock } from "../../test/livechat.ts";
import { setUpTestServer } from "../../test/open-world.ts";

// These tests check that the picture of an outside person comes from the platform and is shown with their name.

const pictureBytes = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#369" } })
  .jpeg()
  .toBuffer();
const requestedPaths: string[] = [];
const pictureServer = createServer((request, response) => {
  const path = request.url ?? "";
  requestedPaths.push(path);
  if (path === "/moved") response.writeHead(302, { location: "/face.jpg" }).end();
  else if (path === "/inside") response.writeHead(302, { location: "http://10.0.0.1/face.jpg" }).end();
  else if (path === "/page") response.setHeader("content-type", "text/html").end("<title>Gone</title>");
  else if (path === "/broken")
    response.setHeader("content-type", "image/jpeg").end(pictureBytes.subarray(0, 90));
  else if (path === "/huge")
    response.writeHead(200, { "content-type": "image/jpeg" }).end(Buffer.alloc(20_000_000));
  else if (path === "/face.jpg") response.setHeader("content-type", "image/jpeg").end(pictureBytes);
  else response.writeHead(500).end();
});
await new Promise<void>((listening) => pictureServer.listen(0, "127.0.0.1", listening));
const { port } = pictureServer.address() as AddressInfo;
const createPictureUrl = (path: string) => `http://127.0.0.1:${port}${path}`;

const platforms = await startBothStandIns();
afterAll(async () => {
  pictureServer.closeAllConnections();
  pictureServer.close();
  await platforms.close();
});
const { server, testPeople } = await setUpTestServer({
  channels: platforms.channels,
  allowPreviewFetch: (host, toPort) => host === "127.0.0.1" && toPort === port,
});
const serverAddress = await server.listen();
const { kenji, linh } = testPeople;

for (const platform of outsidePlatforms) {
  const platformStandIn = platforms.standIns[platform];
  const openTalk = async (story?: Parameters<typeof createBotForOutsidePlatforms>[1]) => {
    const botId = await createBotForOutsidePlatforms(testPeople, story);
    return addAndConnectPage(serverAddress, kenji, { standIn: platformStandIn, platform, botId });
  };

  test(`${platform}: a person's picture is fetched once and shown in the list and the conversation`, async () => {
    const { page, external } = await openTalk();
    const customer = platformStandIn.addCustomer(external.id, "Hoa");
    customer.picture = createPictureUrl("/moved");
    await customer.write("Chào shop");
    const talk = await waitForOutsideTalk(linh, { page_id: page.id });
    const readAvatar = async () => (await fetchOutsideTalk(linh, talk.conversation_id)).avatar;
    await expect.poll(readAvatar).toMatch(/^\/api\/avatars\/[\da-f]{32}\.webp$/);
    const avatarPath = await readAvatar();
    expect(await fetchOutsideTalks(linh, { page_id: page.id })).toMatchObject([{ avatar: avatarPath }]);
    const pictureResponse = await fetch(`${serverAddress}${avatarPath}`);
    const { width, height, format } = await sharp(
      Buffer.from(await pictureResponse.arrayBuffer()),
    ).metadata();
    expect([format, width, height]).toEqual(["webp", 256, 256]);
    // The conversation is opened again. The server does not ask the platform for the picture again.
    const count = requestedPaths.length;
    await customer.write("Còn đó không?");
    await expect
      .poll(async () => (await fetchOutsideTalk(linh, talk.conversation_id)).messages.length)
      .toBe(2);
    expect(requestedPaths).toHaveLength(count);
    expect(await readAvatar()).toBe(avatarPath);
  });

  test(`${platform}: a picture that is none, or that nobody may fetch, is left out`, async () => {
    const { page, external } = await openTalk();
    const paths = ["/inside", "/page", "/broken", "/huge", "/gone"];
    for (const path of paths) {
      const customer = platformStandIn.addCustomer(external.id, `Person of ${path.slice(1)}`);
      customer.picture = createPictureUrl(path);
      await customer.write("hi");
    }
    const isAsked = () => paths.filter((path) => requestedPaths.includes(path));
    await expect.poll(isAsked).toEqual(paths);
    const listNames = async () =>
      (await fetchOutsideTalks(linh, { page_id: page.id })).map(({ visitor }) => visitor.name);
    await expect
      .poll(async () => (await listNames()).filter((name) => name.startsWith("Person of")))
      .toHaveLength(paths.length);
    const talks = await fetchOutsideTalks(linh, { page_id: page.id });
    expect(talks.map(({ avatar }) => avatar)).toEqual(paths.map(() => null));
  });

  test(`${platform}: whoever talks with a bot first gets the picture when people take over`, async () => {
    const { page, external } = await openTalk(
      createFlow({ start: [createAskBlock("name"), handoffBlock, endBlock] }),
    );
    const customer = platformStandIn.addCustomer(external.id, "Lan");
    customer.picture = createPictureUrl("/face.jpg");
    await customer.write("hi");
    await expect.poll(() => customer.conversationMessages.at(-1)?.text).toBe("name?");
    await customer.write("Lan");
    await waitForOutsideTalk(linh, { page_id: page.id });
    await expect
      .poll(async () => (await fetchOutsideTalks(linh, { page_id: page.id }))[0]?.avatar)
      .toMatch(/^\/api\/avatars\//);
  });
}

test("the first reader of a conversation asks for a picture that nobody has asked for, and only once", async () => {
  const platformStandIn = platforms.messenger;
  const botId = await createBotForOutsidePlatforms(testPeople);
  const { page, external } = await addAndConnectPage(serverAddress, kenji, {
    standIn: platformStandIn,
    platform: "MESSENGER",
    botId,
  });
  const customer = platformStandIn.addCustomer(external.id, "Thu");
  await customer.write("hi");
  const { conversation_id: id } = await waitForOutsideTalk(linh, { page_id: page.id });
  const readPictureAskedAt = async () => {
    const { rows } = await sql<{ at: Date | null }>`
      select picture_asked_at as at from channel_people where external_id = ${customer.id}`.execute(
      server.db.kysely,
    );
    return rows[0]?.at ?? null;
  };
  await expect.poll(readPictureAskedAt).not.toBeNull();
  // Simulates a person who was stored before this server fetched pictures.
  await sql`update channel_people set picture_asked_at = null where external_id = ${customer.id}`.execute(
    server.db.kysely,
  );
  customer.picture = createPictureUrl("/face.jpg");
  await Promise.all([fetchOutsideTalk(linh, id), fetchOutsideTalk(kenji, id), fetchOutsideTalk(linh, id)]);
  await expect.poll(async () => (await fetchOutsideTalk(linh, id)).avatar).toMatch(/^\/api\/avatars\//);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job where name = 'channels.picture'
      and data ->> 'person_id' = (select id::text from channel_people where external_id = ${customer.id})`.execute(
    server.db.kysely,
  );
  expect(rows).toEqual([{ count: 1 }]);
});
