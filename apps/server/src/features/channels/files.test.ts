import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { claimLivechat } from "@kakehashi/contract/bot-livechat-steps";
import { type OutsidePlatform, outsidePlatforms } from "@kakehashi/contract/channel-states";
import { getOutsideTalk } from "@kakehashi/contract/channels";
import { listFiles } from "@kakehashi/contract/files";
import type { FlowBlock } from "@kakehashi/contract/flows/blocks";
import type { Flow } from "@kakehashi/contract/flows/flow";
import { listMessages } from "@kakehashi/contract/messages";
import { searchEverything } from "@kakehashi/contract/search";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { createAskBlock, createFlow, createSayBlock, endBlock } from "../../test/bots.ts";
import {
  addAndConnectPage,
  createBotForOutsidePlatforms,
  startBothStandIns,
  waitForOutsideTalk,
} from "../../test/channels.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import type { TestPerson } from "../../test/world.ts";

const pictureBytes = await sharp({ create: { width: 1600, height: 900, channels: 3, background: "#369" } })
  .jpeg()
  .toBuffer();
const pdfBytes = Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\n");

/** How often the file server was asked for each path. */
const requestCountByPath = new Map<string, number>();
/**
 * Functions that send the responses to `/held`. The server sends such a response only when the test calls its function.
 */
const finishHeldResponses: (() => void)[] = [];
const responsesByPath: Readonly<Record<string, (response: ServerResponse) => void>> = {
  "/picture": (response) => response.end(pictureBytes),
  "/moved": (response) => response.writeHead(302, { location: "/picture" }).end(),
  "/to-inside": (response) => response.writeHead(302, { location: "http://10.0.0.1/picture" }).end(),
  "/hoa%20don.pdf": (response) => response.end(pdfBytes),
  "/page.jpg": (response) => response.end("<!doctype html><title>Gone</title>"),
  "/empty": (response) => response.end(),
  "/huge": (response) => response.writeHead(200, { "content-length": 2_000_000_000 }).write("x"),
  "/endless": (response) => {
    response.on("error", () => {});
    const chunk = Buffer.alloc(1024 * 1024);
    const writeChunks = (): void => {
      while (!response.destroyed && response.write(chunk)) {}
      response.once("drain", writeChunks);
    };
    writeChunks();
  },
  "/hangs": (response) => response.writeHead(200).write("x"),
  "/silent": () => {},
  "/held": (response) => finishHeldResponses.push(() => response.end(pictureBytes)),
  // The first request fails with the status 503. Later requests succeed.
  "/restarting": (response) =>
    requestCountByPath.get("/restarting") === 1 ? response.writeHead(503).end() : response.end(pictureBytes),
};
const fileServer = createServer((request, response) => {
  const path = request.url ?? "";
  requestCountByPath.set(path, (requestCountByPath.get(path) ?? 0) + 1);
  const sendResponse = responsesByPath[path];
  if (sendResponse) sendResponse(response);
  else response.writeHead(404).end("Not found");
});
await new Promise<void>((listening) => fileServer.listen(0, "127.0.0.1", listening));
const { port } = fileServer.address() as AddressInfo;
const createFileUrl = (path: string) => `http://127.0.0.1:${port}${path}`;

const platforms = await startBothStandIns();
afterAll(async () => {
  fileServer.closeAllConnections();
  fileServer.close();
  await platforms.close();
});
const { server, testPeople } = await setUpTestServer({
  channels: { ...platforms.channels, fileTimeoutMs: 4_000 },
  allowPreviewFetch: (host, targetPort) => host === "127.0.0.1" && targetPort === port,
});
const serverAddress = await server.listen();
const { kenji, linh, an } = testPeople;

const listMessagesOf = async (person: TestPerson, id: string) =>
  (await person.call(listMessages, { params: { id } })).data;
const fetchFile = async (path: string, person?: TestPerson) => {
  const headers = person ? { authorization: `Bearer ${person.tokens.access_token}` } : {};
  const response = await fetch(`${serverAddress}${path}`, { headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, type: response.headers.get("content-type"), bytes };
};

async function openPage(platform: OutsidePlatform, story?: Flow) {
  const platformStandIn = platforms.standIns[platform];
  const botId = await createBotForOutsidePlatforms(testPeople, story);
  const { page, external } = await addAndConnectPage(serverAddress, kenji, {
    standIn: platformStandIn,
    platform,
    botId,
  });
  return { page, customer: platformStandIn.addCustomer(external.id, "Nguyễn Thị Hoa") };
}

for (const platform of outsidePlatforms) {
  const openPlatformPage = (story?: Flow) => openPage(platform, story);
  /** Linh takes the talk, because only a member may read the conversation. Returns the conversation's id. */
  const takeTalk = async (pageId: string): Promise<string> => {
    const talk = await waitForOutsideTalk(linh, { page_id: pageId });
    await linh.call(claimLivechat, { params: { id: talk.bot.id, cid: talk.conversation_id } });
    return talk.conversation_id;
  };

  test(`${platform}: a picture becomes a file of the conversation, once`, async () => {
    const { page, customer } = await openPlatformPage();
    const countBefore = requestCountByPath.get("/picture") ?? 0;
    await customer.sendImage(createFileUrl("/picture"), { eventCopyCount: 3 });
    const id = await takeTalk(page.id);
    await customer.write("đây ạ");
    await expect.poll(() => listMessagesOf(linh, id)).toHaveLength(2);
    const [message] = await listMessagesOf(linh, id);
    expect(message).toMatchObject({ content: "", files: [{ name: "image.jpg", type: "image/jpeg" }] });
    const [file] = message?.files ?? [];
    expect(file).toMatchObject({ category: "image", width: 1600, height: 900, size: pictureBytes.length });
    expect(requestCountByPath.get("/picture")).toBe(countBefore + 1);

    const originalResponse = await fetchFile(`/api/files/${file?.id}`, linh);
    expect(originalResponse.bytes).toEqual(pictureBytes);
    const smallResponse = await fetchFile(`/api/files/${file?.id}/small`, linh);
    expect(smallResponse).toMatchObject({ status: 200, type: "image/webp" });
    expect((await fetchFile(`/api/files/${file?.id}`, an)).status).toBe(404);
    const listResponse = await linh.call(listFiles, { query: { in: id } });
    expect(listResponse.data.map((fileOfList) => fileOfList.id)).toEqual([file?.id]);
  });

  test(`${platform}: a file has its name, and a search finds it`, async () => {
    const { page, customer } = await openPlatformPage();
    await customer.sendFile(createFileUrl("/hoa%20don.pdf"), "hoa don.pdf");
    const id = await takeTalk(page.id);
    const [message] = await listMessagesOf(linh, id);
    expect(message?.files).toMatchObject([{ name: "hoa don.pdf", type: "application/pdf" }]);
    const searchResponse = await linh.call(searchEverything, { query: { q: "hoa don", in: id } });
    expect(JSON.stringify(searchResponse.data)).toContain(message?.files[0]?.id);
  });

  test(`${platform}: a story that asks for a file gets an address that lasts`, async () => {
    const fileBlock: FlowBlock = {
      id: "file",
      type: "ask",
      text: { en: "file?", ja: "file?" },
      variable_id: "n",
      retry: {},
      tries: 3,
      answer: { kind: "file", categories: ["image"], maximum_bytes: 5_000_000 },
    };
    const { page, customer } = await openPlatformPage(
      createFlow({
        start: [fileBlock, createSayBlock("tell", "It is at {{n}}"), createAskBlock("more"), endBlock],
      }),
    );
    const listTextsFromPage = () =>
      customer.conversationMessages.filter(({ from }) => from === "page").map(({ text }) => text);
    await customer.write("hi");
    await expect.poll(listTextsFromPage).toEqual(["file?"]);
    await customer.sendImage(createFileUrl("/moved"));
    await expect.poll(listTextsFromPage).toHaveLength(3);
    const sentUrl = new URL(listTextsFromPage()[1]?.replace("It is at ", "") ?? "");
    const path = `${sentUrl.pathname}${sentUrl.search}`;
    const responseBeforeTakeover = await fetchFile(path);
    expect(responseBeforeTakeover).toMatchObject({ status: 200, type: "image/jpeg" });
    expect(
      (await fetchFile(path.replace(/.$/, (lastCharacter) => (lastCharacter === "A" ? "Q" : "A")))).status,
    ).toBe(404);

    // When people take over, the conversation also gets what the customer sent to the bot earlier.
    await customer.answerInPlatformApp("I am here myself.");
    const id = await takeTalk(page.id);
    await expect.poll(async () => (await listMessagesOf(linh, id)).at(-1)?.content).toBe("I am here myself.");
    const files = (await listMessagesOf(linh, id)).flatMap((message) => message.files);
    expect(files).toMatchObject([{ name: "image.jpg", width: 1600 }]);
    const responseAfterTakeover = await fetchFile(path);
    expect(responseAfterTakeover.bytes).toEqual(pictureBytes);
  });

  test(`${platform}: what cannot be fetched is named beside no words, and nobody waits for it`, async () => {
    const { page, customer } = await openPlatformPage();
    const { page: otherPage, customer: otherCustomer } = await openPlatformPage();
    await customer.write("Tôi gửi ảnh cho shop xem nhé");
    const id = await takeTalk(page.id);
    const refusedPaths = [
      "/gone",
      "/to-inside",
      "/page.jpg",
      "/empty",
      "/huge",
      "/endless",
      "/hangs",
      "/silent",
    ];
    for (const name of refusedPaths) await customer.sendImage(createFileUrl(name));
    await customer.sendImage("http://10.0.0.1/picture.jpg");
    await customer.sendImage(`http://169.254.169.254/latest/meta-data`);
    await customer.sendFile(createFileUrl("/gone.pdf"), "gone.pdf");
    await customer.write("xong");
    await otherCustomer.write("I do not wait");
    await waitForOutsideTalk(linh, { page_id: otherPage.id });
    expect((await listMessagesOf(linh, id)).at(-1)?.content).not.toBe("xong");
    await expect
      .poll(async () => (await listMessagesOf(linh, id)).at(-1)?.content, { timeout: 20_000 })
      .toBe("xong");
    const talkMessages = await listMessagesOf(linh, id);
    expect(talkMessages.map(({ content }) => content)).toEqual([
      "Tôi gửi ảnh cho shop xem nhé",
      ...Array.from({ length: 11 }, () => ""),
      "xong",
    ]);
    expect(talkMessages.flatMap((message) => message.files)).toEqual([]);
    const missingFiles = talkMessages.map(({ outside }) => outside?.missing_files ?? []);
    const picture = (reason: string) => [{ kind: "image", name: null, reason }];
    expect(missingFiles).toEqual([
      [],
      ...Array.from({ length: 4 }, () => picture("UNAVAILABLE")),
      ...Array.from({ length: 2 }, () => picture("TOO_LARGE")),
      ...Array.from({ length: 2 }, () => picture("TOO_SLOW")),
      ...Array.from({ length: 2 }, () => picture("UNAVAILABLE")),
      [{ kind: "file", name: "gone.pdf", reason: "UNAVAILABLE" }],
      [],
    ]);
    // Somebody who works on the bot and has not taken the talk sees the files too.
    const talkResponse = await kenji.call(getOutsideTalk, { params: { id } });
    expect(talkResponse.data.messages[1]?.outside).toEqual(talkMessages[1]?.outside);
  }, 40_000);

  test(`${platform}: a server that fails once is asked again`, async () => {
    requestCountByPath.delete("/restarting");
    const { page, customer } = await openPlatformPage();
    await customer.sendImage(createFileUrl("/restarting"));
    await expect.poll(() => requestCountByPath.get("/restarting"), { timeout: 10_000 }).toBe(2);
    const id = await takeTalk(page.id);
    expect((await listMessagesOf(linh, id)).flatMap((message) => message.files)).toHaveLength(1);
  }, 20_000);

  test(`${platform}: a picture that the page's people sent elsewhere is a file too`, async () => {
    const { page, customer } = await openPlatformPage();
    await customer.write("hello there, do you have a picture?");
    const id = await takeTalk(page.id);
    await customer.answerWithImageInApp(createFileUrl("/picture"));
    await expect.poll(() => listMessagesOf(linh, id)).toHaveLength(2);
    const [questionMessage, fileMessage] = await listMessagesOf(linh, id);
    expect(fileMessage).toMatchObject({ content: "", files: [{ name: "image.jpg", width: 1600 }] });
    expect(fileMessage?.user_id).not.toBe(questionMessage?.user_id);
  });

  test(`${platform}: a sticker is a picture, and a place is no words`, async () => {
    const { page, customer } = await openPlatformPage();
    await customer.sendSticker(createFileUrl("/picture"));
    await customer.sendLocation(10.77, 106.7, "Bến Thành");
    const id = await takeTalk(page.id);
    await expect.poll(() => listMessagesOf(linh, id)).toHaveLength(2);
    const [sticker, locationMessage] = await listMessagesOf(linh, id);
    expect(sticker).toMatchObject({ content: "", files: [{ name: "sticker.jpg", category: "image" }] });
    expect(locationMessage).toMatchObject({ content: "", files: [] });
    expect(locationMessage?.outside).toEqual({
      location: { latitude: 10.77, longitude: 106.7, name: "Bến Thành" },
    });
  });

  test(`${platform}: a process that dies between the download and the message leaves one file`, async () => {
    const { page, customer } = await openPlatformPage();
    await customer.write("hello there");
    const id = await takeTalk(page.id);
    await customer.sendImage(createFileUrl("/held"));
    await expect.poll(() => finishHeldResponses.length).toBe(1);
    const lockConnection = await server.db.pool.connect();
    await lockConnection.query("begin");
    await lockConnection.query("select from channel_people where page_id = $1 for update", [page.id]);
    finishHeldResponses.pop()?.();
    // The server has fetched the file, and its transaction waits for the person's lock. The test ends this
    // transaction's database connection, as if the server had died.
    await expect
      .poll(async () => {
        const { rows } = await lockConnection.query(
          `select pg_terminate_backend(pid) as is_ended from pg_stat_activity
           where pg_backend_pid() = any(pg_blocking_pids(pid))`,
        );
        return rows;
      })
      .toEqual([{ is_ended: true }]);
    await lockConnection.query("commit");
    lockConnection.release();
    await expect.poll(() => listMessagesOf(linh, id), { timeout: 15_000 }).toHaveLength(2);
    expect((await listMessagesOf(linh, id)).flatMap((message) => message.files)).toHaveLength(1);
    expect(finishHeldResponses).toEqual([]);
  }, 30_000);

  test(`${platform}: two processes that fetch the same file make one of it`, async () => {
    const { page, customer } = await openPlatformPage();
    await customer.write("hello there");
    const id = await takeTalk(page.id);
    await customer.sendImage(createFileUrl("/held"));
    await expect.poll(() => finishHeldResponses.length).toBe(1);
    // Lets the claim of the first fetch on the event expire, so that the event can be claimed again.
    await server.db.pool.query("update channel_events set try_at = now() where page_id = $1", [page.id]);
    const { customer: otherCustomer } = await openPlatformPage();
    await otherCustomer.sendImage(createFileUrl("/picture"));
    await expect.poll(() => finishHeldResponses.length).toBe(2);
    for (const finishHeldResponse of finishHeldResponses.splice(0)) finishHeldResponse();
    await expect.poll(() => listMessagesOf(linh, id)).toHaveLength(2);
    const [, message] = await listMessagesOf(linh, id);
    expect(message?.files).toHaveLength(1);
    expect((await fetchFile(`/api/files/${message?.files[0]?.id}`, linh)).bytes).toEqual(pictureBytes);
  }, 30_000);
}

test("a server that stops gives back what it fetches", async () => {
  const { page, customer } = await openPage("ZALO");
  await customer.sendImage(createFileUrl("/held"));
  await expect.poll(() => finishHeldResponses.length).toBe(1);
  await server.app.close();
  finishHeldResponses.pop()?.();
  const { rows } = await server.db.pool.query(
    "select files, tries, try_at <= now() as is_free, handled_at from channel_events where page_id = $1",
    [page.id],
  );
  expect(rows).toEqual([{ files: "WAITING", tries: 0, is_free: true, handled_at: null }]);
});
