import { readdir } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { claimLivechat } from "@kakehashi/contract/bot-livechat-steps";
import { getStorageUse } from "@kakehashi/contract/files";
import { listMessages } from "@kakehashi/contract/messages";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { createAskBlock, createFlow, endBlock } from "../../test/bots.ts";
import {
  addAndConnectPage,
  createBotForOutsidePlatforms,
  startBothStandIns,
  waitForOutsideTalk,
} from "../../test/channels.ts";
import { setUpTestServer } from "../../test/open-world.ts";

const pictureBytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#369" } })
  .png()
  .toBuffer();
const fileServer = createServer((_, response) => response.end(pictureBytes));
await new Promise<void>((onListening) => fileServer.listen(0, "127.0.0.1", onListening));
const { port } = fileServer.address() as AddressInfo;
const pictureAddress = `http://127.0.0.1:${port}/picture`;

const platforms = await startBothStandIns();
afterAll(async () => {
  fileServer.close();
  await platforms.close();
});
const bytesPerPerson = 100_000;
const { server, testPeople } = await setUpTestServer({
  channels: platforms.channels,
  allowPreviewFetch: (host, targetPort) => host === "127.0.0.1" && targetPort === port,
  storageQuotas: { perPerson: bytesPerPerson },
});
const serverAddress = await server.listen();
const { kenji, linh } = testPeople;
const platformStandIn = platforms.messenger;

async function openTalk(story?: Parameters<typeof createBotForOutsidePlatforms>[1]) {
  const botId = await createBotForOutsidePlatforms(testPeople, story);
  const { page, external } = await addAndConnectPage(serverAddress, kenji, {
    standIn: platformStandIn,
    platform: "MESSENGER",
    botId,
  });
  return { page, customer: platformStandIn.addCustomer(external.id, "Hoa") };
}
async function claimTalk(pageId: string): Promise<string> {
  const talk = await waitForOutsideTalk(linh, { page_id: pageId });
  await linh.call(claimLivechat, { params: { id: talk.bot.id, cid: talk.conversation_id } });
  return talk.conversation_id;
}
const listTalkMessages = async (id: string) => (await linh.call(listMessages, { params: { id } })).data;
const listStoredFileRows = async () =>
  (await server.db.pool.query<{ id: string }>("select id from outside_files")).rows.map(({ id }) => id);
/** Returns the ids of the files that the server has stored on the disk. */
const listStoredFileIds = async () => {
  const paths = await readdir(join(server.dataDir, "files"), { recursive: true });
  return paths.flatMap((path) => (path.endsWith("original") ? [path.split("/").at(-2)] : []));
};
const bytesUsedByKenji = async () => (await kenji.call(getStorageUse, {})).data.used;

test("a file that nobody takes is deleted after 30 days, and one in a conversation goes with it", async () => {
  const { page, customer } = await openTalk();
  await customer.sendImage(pictureAddress);
  const id = await claimTalk(page.id);
  const [message] = await listTalkMessages(id);
  const { customer: customerWithoutAnswer } = await openTalk(
    createFlow({ start: [createAskBlock("name"), createAskBlock("more"), endBlock] }),
  );
  await customerWithoutAnswer.sendImage(pictureAddress);
  await expect.poll(async () => (await listStoredFileRows()).length).toBe(2);
  await server.db.pool.query("update outside_files set created_at = now() - interval '31 days'");
  await customerWithoutAnswer.sendImage(pictureAddress);
  await expect.poll(async () => (await listStoredFileRows()).length).toBe(3);
  const newFilesQuery = "select id from outside_files where created_at > now() - interval '1 day'";
  const { rows } = await server.db.pool.query<{ id: string }>(newFilesQuery);
  const [newFileId, messageFileId] = [rows[0]?.id, message?.files[0]?.id];
  await server.db.pool.query(
    "update outside_files set created_at = now() - interval '29 days' where id = $1",
    [newFileId],
  );
  await server.runJob("prune");
  await expect
    .poll(async () => (await listStoredFileRows()).toSorted())
    .toEqual([newFileId, messageFileId].toSorted());
  await expect
    .poll(async () => (await listStoredFileIds()).toSorted())
    .toEqual([newFileId, messageFileId].toSorted());

  const tenYearsAgo = "now() - interval '10 years'";
  await server.db.pool.query(`update messages set created_at = ${tenYearsAgo} where conversation_id = $1`, [
    id,
  ]);
  await server.db.pool.query(`update bot_sessions set last_at = ${tenYearsAgo} where conversation_id = $1`, [
    id,
  ]);
  await expect
    .poll(
      async () => {
        await server.runJob("prune");
        return listStoredFileIds();
      },
      { interval: 500, timeout: 10_000 },
    )
    .toEqual([newFileId]);
  await expect.poll(listStoredFileRows).toEqual([newFileId]);
}, 60_000);

test("strangers do not fill the quota of the bot's maker, and their own room ends", async () => {
  const { page, customer } = await openTalk();
  await customer.write("hello there");
  const id = await claimTalk(page.id);
  const usedBytesBefore = await bytesUsedByKenji();
  await customer.sendImage(pictureAddress);
  await expect.poll(() => listTalkMessages(id)).toHaveLength(2);
  expect(await bytesUsedByKenji()).toBe(usedBytesBefore);
  // Changes the stored size of the files, so that files from outside people seem to fill half of a person's storage
  // quota.
  await server.db.pool.query("update outside_files set size = $1", [bytesPerPerson / 2]);
  await customer.sendImage(pictureAddress);
  await expect.poll(() => listTalkMessages(id)).toHaveLength(3);
  expect((await listTalkMessages(id)).map(({ content, files }) => [content, files.length])).toEqual([
    ["hello there", 0],
    ["", 1],
    ["", 0],
  ]);
  const missingFiles = (await listTalkMessages(id)).at(-1)?.outside?.missing_files;
  expect(missingFiles).toEqual([{ kind: "image", name: null, reason: "NO_ROOM" }]);
});
