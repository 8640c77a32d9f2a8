import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { markForTranslation } from "@kakehashi/contract/bookmarks";
import { deleteMessage, editMessage, setMessagePinned } from "@kakehashi/contract/changes";
import { removeConversationMember } from "@kakehashi/contract/conversation-members";
import { getConversationChanges } from "@kakehashi/contract/conversation-sync";
import { createConversation } from "@kakehashi/contract/conversations";
import { findPreviewableLinks } from "@kakehashi/contract/links";
import { getMessage, sendMessage } from "@kakehashi/contract/messages";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fetchPublicPage, isPublicAddress, RefusedUrlError } from "../../kit/http/public-fetch.ts";
import { createFolderStorage } from "../../kit/storage/storage.ts";
import { createTestApp, type TestApp } from "../../test/app.ts";
import { messagePathParamsOf as atMessage, createGroupRoom, sendText as sendIn } from "../../test/rooms.ts";
import { addTestPeople, type TestPeople } from "../../test/world.ts";
import { parsePageMetadata } from "./page.ts";
import { createPictureKey, deleteUnusedPictures, unusedPictureDays } from "./pictures.ts";

let siteServer: Server;
let port: number;
let silentPort: number;
let server: TestApp;
let testPeople: TestPeople;
let roomId: string;
const requestedPaths: string[] = [];
let answerSlowRequest = () => {};

beforeAll(async () => {
  const pngPicture = await sharp({ create: { width: 1200, height: 630, channels: 3, background: "#B7791F" } })
    .png()
    .toBuffer();
  siteServer = createServer((request, response) => {
    const path = request.url ?? "";
    requestedPaths.push(path);
    const sendHtml = (body: string) =>
      response.setHeader("content-type", "text/html; charset=utf-8").end(body);
    if (path === "/page")
      sendHtml(
        `<title>Fallback</title><meta property="og:title" content="予約アプリ &amp; 設計"><meta name="description" content="Một trang"><meta property="og:image" content="/og.png">`,
      );
    else if (path === "/slow") answerSlowRequest = () => sendHtml("<title>At last</title>");
    else if (path === "/other") sendHtml("<title>Another page</title>");
    else if (path === "/og.png") response.setHeader("content-type", "image/png").end(pngPicture);
    else if (path === "/drawn")
      sendHtml(`<title>Drawn</title><meta property="og:image" content="/drawn.png">`);
    else if (path === "/drawn.png")
      response
        .setHeader("content-type", "image/png")
        .end('<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><rect/></svg>');
    else if (path === "/inside") response.writeHead(302, { location: "http://169.254.169.254/latest" }).end();
    else if (path === "/loop") response.writeHead(302, { location: "/loop" }).end();
    else if (path === "/file") response.writeHead(302, { location: "file:///etc/passwd" }).end();
    else if (path === "/binary") response.setHeader("content-type", "application/zip").end("PK");
    else if (path === "/endless") {
      response.setHeader("content-type", "text/html");
      response.write(`<title>Endless</title>${"x".repeat(700_000)}`);
    } else if (path === "/silent") response.socket?.pause();
    else response.writeHead(404).end();
  }).listen(0, "127.0.0.1");
  await once(siteServer, "listening");
  port = (siteServer.address() as AddressInfo).port;
  server = await createTestApp({
    allowPreviewFetch: (address, requestedPort) =>
      address === "127.0.0.1" && (requestedPort === port || requestedPort === silentPort),
  });
  testPeople = await addTestPeople(server);
  const { data } = await testPeople.aiko.call(createConversation, {
    body: { kind: "DIRECT", user_ids: [testPeople.an.id] },
  });
  roomId = data.id;
});
afterAll(async () => {
  await server.close();
  siteServer.closeAllConnections();
  siteServer.close();
});

const createSitePageUrl = (path: string) => `http://127.0.0.1:${port}${path}`;
const sendText = async (content: string) =>
  (
    await testPeople.aiko.call(sendMessage, {
      params: { id: roomId },
      body: { client_id: randomUUID(), content },
    })
  ).data;
const readMessage = async (mid: string) =>
  (await testPeople.an.call(getMessage, { params: { id: roomId, mid } })).data;

test("a linked page is read once, and everybody in the room hears what it says", async () => {
  const message = await sendText(`Xem ${createSitePageUrl("/page")} nhé`);
  expect(message.previews).toBeUndefined();
  await expect.poll(async () => (await readMessage(message.id)).previews, { timeout: 10_000 }).toBeDefined();
  const { previews = [], changed_seq } = await readMessage(message.id);
  expect(previews).toMatchObject([
    {
      url: createSitePageUrl("/page"),
      title: "予約アプリ & 設計",
      description: "Một trang",
      site_name: "127.0.0.1",
      image: { width: 480, height: 252 },
    },
  ]);
  const { data: changes } = await testPeople.an.call(getConversationChanges, {
    params: { id: roomId },
    query: { since: "0" },
  });
  expect(changes.seq).toBe(changed_seq);
  const image = await server.app.http.inject({
    url: `/api/previews/${previews[0]?.image?.id}`,
    headers: { authorization: `Bearer ${testPeople.an.tokens.access_token}` },
  });
  expect([image.statusCode, image.headers["content-type"]]).toEqual([200, "image/webp"]);
  expect((await server.app.http.inject({ url: `/api/previews/${previews[0]?.image?.id}` })).statusCode).toBe(
    401,
  );

  const secondMessage = await sendText(`${createSitePageUrl("/page")} once more`);
  await expect
    .poll(async () => (await readMessage(secondMessage.id)).previews, { timeout: 10_000 })
    .toBeDefined();
  expect(requestedPaths.filter((path) => path === "/page")).toHaveLength(1);
});

test("a link to a page of our own workspace is not read, and others of the same message are", async () => {
  const ownSiteUrl = "http://localhost:3000/codes/retry-ts-abcdefghjkmn";
  const { id } = await sendText(`${ownSiteUrl} ${createSitePageUrl("/other")}`);
  await expect.poll(async () => (await readMessage(id)).previews, { timeout: 10_000 }).toBeDefined();
  expect((await readMessage(id)).previews).toMatchObject([{ url: createSitePageUrl("/other") }]);
  // The table `link_previews` contains every page that the server has requested, even if the page could not be reached.
  expect(
    (await server.db.pool.query("select from link_previews where url = $1", [ownSiteUrl])).rowCount,
  ).toBe(0);
});

test("a picture that is a drawing by its bytes is left out, whatever the page calls it", async () => {
  const { id } = await sendText(createSitePageUrl("/drawn"));
  await expect.poll(async () => (await readMessage(id)).previews, { timeout: 10_000 }).toBeDefined();
  expect((await readMessage(id)).previews).toMatchObject([{ title: "Drawn", image: null }]);
});

test("pages of a host that keeps silent delay nobody else's", async () => {
  const silentServer = createServer(() => {}).listen(0, "127.0.0.1");
  await once(silentServer, "listening");
  silentPort = (silentServer.address() as AddressInfo).port;
  const request = once(silentServer, "request");
  for (let pageIndex = 0; pageIndex < 6; pageIndex++)
    await sendText(`http://127.0.0.1:${silentPort}/${pageIndex}`);
  await request;
  const { data } = await testPeople.an.call(sendMessage, {
    params: { id: roomId },
    body: { client_id: randomUUID(), content: createSitePageUrl("/other") },
  });
  await expect.poll(async () => (await readMessage(data.id)).previews, { timeout: 5_000 }).toBeDefined();
  silentServer.closeAllConnections();
  silentServer.close();
});

test("an edit changes the preview with the words", async () => {
  const { id } = await sendText(createSitePageUrl("/page"));
  await expect
    .poll(async () => (await readMessage(id)).previews?.[0]?.url, { timeout: 10_000 })
    .toBe(createSitePageUrl("/page"));
  await testPeople.aiko.call(editMessage, {
    params: { id: roomId, mid: id },
    body: { content: createSitePageUrl("/other") },
  });
  await expect
    .poll(async () => (await readMessage(id)).previews?.[0]?.title, { timeout: 10_000 })
    .toBe("Another page");
  await testPeople.aiko.call(editMessage, { params: { id: roomId, mid: id }, body: { content: "no link" } });
  await expect.poll(async () => (await readMessage(id)).previews, { timeout: 10_000 }).toBeUndefined();
});

test("later changes of an edited message do not load its page again", async () => {
  const { id: mid } = await sendText("soon");
  const messagePath = { params: { id: roomId, mid } };
  await testPeople.aiko.call(editMessage, { ...messagePath, body: { content: createSitePageUrl("/page") } });
  await expect.poll(async () => (await readMessage(mid)).previews, { timeout: 10_000 }).toBeDefined();
  const jobs = async () => {
    const { rows } = await server.db.pool.query(
      "select from pgboss.job where name = 'previews.read' and data ->> 'message_id' = $1",
      [mid],
    );
    return rows.length;
  };
  expect(await jobs()).toBe(1);
  await testPeople.an.call(setMessagePinned, { ...messagePath, body: { pinned: true } });
  await testPeople.an.call(markForTranslation, { ...messagePath, body: { marked: true } });
  // Preview jobs run in order. When this message has its preview, the jobs of all earlier messages have ended.
  const laterMessage = await sendText(createSitePageUrl("/other"));
  await expect
    .poll(async () => (await readMessage(laterMessage.id)).previews, { timeout: 10_000 })
    .toBeDefined();
  expect(await jobs()).toBe(1);
});

test("who posted a link and left is no reason to show the others nothing", async () => {
  const { aiko, an, minh } = testPeople;
  const id = await createGroupRoom(aiko, an, minh);
  const message = await sendIn(an, id, createSitePageUrl("/slow"));
  await expect
    .poll(() => requestedPaths.filter((path) => path === "/slow").length, { timeout: 10_000 })
    .toBe(1);
  await an.call(removeConversationMember, { params: { id }, query: { user_id: an.id } });
  answerSlowRequest();
  const readPreviews = async () => (await minh.call(getMessage, atMessage(message))).data.previews;
  await expect.poll(readPreviews, { timeout: 10_000 }).toMatchObject([{ title: "At last" }]);
});

describe("a page that is read again a week later", () => {
  const waitForPictureId = async (mid: string) => {
    const readImageId = async () => (await readMessage(mid)).previews?.[0]?.image?.id;
    await expect.poll(readImageId, { timeout: 10_000 }).toBeDefined();
    return (await readImageId()) ?? "";
  };
  const checkIsPictureServed = async (picture: string) => {
    const headers = { authorization: `Bearer ${testPeople.an.tokens.access_token}` };
    return (await server.app.http.inject({ url: `/api/previews/${picture}`, headers })).statusCode === 200;
  };
  const isKept = (picture: string) => existsSync(join(server.dataDir, "files", createPictureKey(picture)));
  const simulateDaysPassing = async (days: number) => {
    await server.db.pool.query(
      "update link_previews set fetched_at = fetched_at - make_interval(days => $1)",
      [days],
    );
    await server.db.pool.query(
      "update preview_pictures set unused_since = unused_since - make_interval(days => $1)",
      [days],
    );
  };
  const deleteUnusedPreviewPictures = () =>
    deleteUnusedPictures(server.db.kysely, createFolderStorage(join(server.dataDir, "files")), 7);

  test("gives its new picture to new messages, and older ones keep theirs", async () => {
    const firstMessage = await sendText(`${createSitePageUrl("/page")} first`);
    const firstPictureId = await waitForPictureId(firstMessage.id);
    await simulateDaysPassing(8);
    const secondMessage = await sendText(`${createSitePageUrl("/page")} second`);
    const secondPictureId = await waitForPictureId(secondMessage.id);
    expect(secondPictureId).not.toBe(firstPictureId);
    expect(await Promise.all([firstPictureId, secondPictureId].map(checkIsPictureServed))).toEqual([
      true,
      true,
    ]);
    await simulateDaysPassing(unusedPictureDays + 8);
    await deleteUnusedPreviewPictures();
    expect(await Promise.all([firstPictureId, secondPictureId].map(checkIsPictureServed))).toEqual([
      true,
      true,
    ]);
  });

  test("leaves no picture behind that nothing has shown for a month", async () => {
    await simulateDaysPassing(8);
    const editedMessage = await sendText(`${createSitePageUrl("/page")} edited`);
    const deletedMessage = await sendText(`${createSitePageUrl("/page")} deleted`);
    const picture = await waitForPictureId(editedMessage.id);
    expect(await waitForPictureId(deletedMessage.id)).toBe(picture);
    const params = { id: roomId, mid: editedMessage.id };
    await testPeople.aiko.call(editMessage, { params, body: { content: "no link" } });
    await expect
      .poll(async () => (await readMessage(editedMessage.id)).previews, { timeout: 10_000 })
      .toBeUndefined();
    await simulateDaysPassing(8);
    await deleteUnusedPreviewPictures();
    await testPeople.aiko.call(deleteMessage, { params: { id: roomId, mid: deletedMessage.id } });
    await simulateDaysPassing(unusedPictureDays + 1);
    expect(await deleteUnusedPreviewPictures()).toBe(0);
    expect([await checkIsPictureServed(picture), isKept(picture)]).toEqual([true, true]);
    await simulateDaysPassing(unusedPictureDays + 1);
    await server.runJob("prune");
    await expect.poll(() => checkIsPictureServed(picture), { timeout: 15_000 }).toBe(false);
    expect(isKept(picture)).toBe(false);
  });

  test("has its picture kept while it may be shown, though no message does yet", async () => {
    const { id: mid } = await sendText(`${createSitePageUrl("/page")} once more`);
    const picture = await waitForPictureId(mid);
    await testPeople.aiko.call(deleteMessage, { params: { id: roomId, mid } });
    await server.db.pool.query("update preview_pictures set unused_since = now() - interval '1 year'");
    await deleteUnusedPreviewPictures();
    expect(await checkIsPictureServed(picture)).toBe(true);
    const secondMessage = await sendText(`${createSitePageUrl("/page")} and again`);
    expect(await waitForPictureId(secondMessage.id)).toBe(picture);
  });
});

test.each([
  "127.0.0.1",
  "10.1.2.3",
  "172.16.0.1",
  "192.168.1.1",
  "169.254.169.254",
  "100.64.0.1",
  "0.0.0.0",
  "224.0.0.1",
  "255.255.255.255",
  "192.0.2.1",
  "198.18.0.1",
  "::1",
  "::",
  "::ffff:127.0.0.1",
  "::ffff:10.0.0.1",
  "::ffff:a9fe:a9fe",
  "fe80::1",
  "fc00::1",
  "fd00:ec2::254",
  "64:ff9b::7f00:1",
  "2002:7f00:1::",
  "2001:db8::1",
  "ff02::1",
  "localhost",
  // IPv4 addresses inside IPv6: compatible, NAT64 (both prefixes), 6to4, Teredo.
  "::7f00:1",
  "::a9fe:a9fe",
  "64:ff9b:1::7f00:1",
  "2001:0:4136:e378::1",
  // IP addresses of the metadata services of cloud providers.
  "100.100.100.200",
  "168.63.129.16",
  "::ffff:168.63.129.16",
  "192.0.0.192",
  // IP ranges that are reserved for documentation, reserved for tests, or not yet assigned.
  "198.51.100.1",
  "203.0.113.1",
  "3fff::1",
  "fec0::1",
  "4000::1",
  "240.0.0.1",
])("%s is no address of the open internet", (host) => {
  expect(isPublicAddress(host)).toBe(false);
});

test("public addresses are allowed", () => {
  for (const host of ["8.8.8.8", "203.104.0.1", "2606:4700::6810:84e5"])
    expect(isPublicAddress(host)).toBe(true);
});

const fetchLimits = {
  timeoutMs: 1_000,
  maximumBytes: 100_000,
  onTooLong: "cut",
  acceptedTypes: /^text\/html/,
} as const;

test.each([
  "http://127.0.0.1/",
  "http://localhost/",
  "http://2130706433/",
  "http://0x7f.1/",
  "http://[::ffff:127.0.0.1]/",
  "http://8.8.8.8:22/",
  "http://user:secret@8.8.8.8/",
  "ftp://8.8.8.8/",
  "file:///etc/passwd",
])("%s is refused before anybody is asked", async (url) => {
  await expect(fetchPublicPage(url, fetchLimits)).rejects.toThrow(RefusedUrlError);
});

test.each(["/inside", "/loop", "/file", "/binary", "/missing"])("%s is refused on the way", async (path) => {
  const allow = (host: string) => host === "127.0.0.1";
  await expect(fetchPublicPage(createSitePageUrl(path), { ...fetchLimits, allow })).rejects.toThrow(
    RefusedUrlError,
  );
});

test("a page without end is cut, too large a picture refused, a silent one left in time", async () => {
  const allow = () => true;
  const { body } = await fetchPublicPage(createSitePageUrl("/endless"), { ...fetchLimits, allow });
  expect(body.length).toBe(fetchLimits.maximumBytes);
  await expect(
    fetchPublicPage(createSitePageUrl("/endless"), { ...fetchLimits, onTooLong: "refuse", allow }),
  ).rejects.toThrow();
  await expect(
    fetchPublicPage(createSitePageUrl("/silent"), { ...fetchLimits, timeoutMs: 200, allow }),
  ).rejects.toThrow(/timeout|aborted/i);
});

test("a page is read in its own charset, and without a title it says nothing", () => {
  const shiftJisPage = Buffer.from(
    "3c6d65746120636861727365743d53686966745f4a49533e3c7469746c653e93fa967b8cea3c2f7469746c653e",
    "hex",
  );
  expect(parsePageMetadata(shiftJisPage, "text/html")?.title).toBe("日本語");
  expect(parsePageMetadata(Buffer.from("<p>no title</p>"), "text/html")).toBeNull();
  expect(
    parsePageMetadata(Buffer.from("<title><script>alert(1)</script></title>"), "text/html; charset=utf-8")
      ?.title,
  ).toBe("<script>alert(1)</script>");
});

test.each([
  ["見て https://a.example/x。次", ["https://a.example/x"]],
  [
    "(https://a.example/wiki) and https://a.example/b_(c).",
    ["https://a.example/wiki", "https://a.example/b_(c)"],
  ],
  ["`https://code.example` ```\nhttps://code.example\n```", []],
  ["https://a.example https://a.example", ["https://a.example/"]],
  ["javascript:alert(1) //a.example", []],
])("in %s the links are %j", (content, links) => {
  expect(findPreviewableLinks(content)).toEqual(links);
});
