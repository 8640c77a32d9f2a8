import { createServer } from "node:http";
import { afterAll, expect, test } from "vitest";
import { startMessengerStandIn } from "./messenger.ts";
import { startStandInControlPage } from "./play.ts";
import { startZaloStandIn } from "./zalo.ts";

// On a web page, a developer acts as the customers of the fake platforms. These tests send the same requests as the
// script of that page.

const messenger = await startMessengerStandIn();
const zalo = await startZaloStandIn();
const receivedEvents: string[] = [];
const server = createServer((request, response) => {
  const challenge = new URL(request.url ?? "", "http://x").searchParams.get("hub.challenge");
  if (!challenge) receivedEvents.push(request.url ?? "");
  request.resume().on("end", () => response.end(challenge ?? ""));
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const boundAddress = server.address();
const serverUrl = `http://127.0.0.1:${typeof boundAddress === "object" && boundAddress?.port}`;
const playServer = await startStandInControlPage({
  port: 0,
  server: serverUrl,
  platforms: { messenger, zalo },
});
afterAll(async () => {
  await playServer.close();
  await messenger.close();
  await zalo.close();
  server.close();
});

// biome-ignore lint/suspicious/noExplicitAny: each call has another type of answer
const readJson = async (response: Response): Promise<any> => response.json();

async function performAction(body: object, type = "application/json") {
  const response = await fetch(`${playServer.url}act`, {
    method: "POST",
    headers: { "content-type": type },
    body: JSON.stringify(body),
  });
  const actionResult = await readJson(response);
  return { status: response.status, error: actionResult.error };
}
const readState = async () => readJson(await fetch(`${playServer.url}state`));

test("a developer writes as a customer, and sees the conversation and the event", async () => {
  expect(await (await fetch(playServer.url)).text()).toContain(
    "<title>Customers of Messenger and Zalo</title>",
  );
  for (const platform of ["messenger", "zalo"]) {
    const stateBefore = (await readState())[platform];
    const [customer] = stateBefore.customers;
    const token = platform === "messenger" ? messenger : zalo;
    expect(stateBefore.pages).toEqual(token.pages);
    expect(
      await performAction({ act: "webhook", platform, address: `${serverUrl}/hooks/${platform}` }),
    ).toMatchObject({
      status: 200,
    });
    const writeAction = { act: "write", platform, customer: customer.id, text: "xin chào", repeat: 1 };
    expect(await performAction(writeAction)).toMatchObject({ status: 200 });
    expect((await readState())[platform].customers[0].messages).toMatchObject([
      { text: "xin chào", from: "customer" },
    ]);
  }
  // Messenger sends no webhook events about a page that is not connected to a bot.
  expect(receivedEvents).toEqual(["/hooks/zalo"]);
  expect((await readState()).zalo.attempts).toMatchObject([{ status: 200 }]);
});

test("a customer sends a sticker, a picture, a file, audio and a place", async () => {
  const [customer] = (await readState()).zalo.customers;
  const kinds = ["sticker", "picture", "file", "audio", "location"];
  for (const kind of kinds)
    expect(await performAction({ act: kind, platform: "zalo", customer: customer.id })).toMatchObject({
      status: 200,
    });
  const sentFiles = (await readState()).zalo.customers[0].messages
    .slice(-kinds.length)
    .flatMap(({ attachments }: { attachments: { type: string; url: string }[] }) => attachments);
  expect(sentFiles.map(({ type }: { type: string }) => type)).toEqual([
    "sticker",
    "image",
    "file",
    "audio",
    "location",
  ]);
  const callsBefore = zalo.calls.length;
  const types = await Promise.all(
    sentFiles
      .slice(0, -1)
      .map(async ({ url }: { url: string }) => (await fetch(url)).headers.get("content-type")),
  );
  expect(types).toEqual(["image/png", "image/jpeg", "application/pdf", "audio/wav"]);
  // Downloads of the platform's files are not recorded as API requests.
  expect(zalo.calls.length).toBe(callsBefore);
});

test("a wrong act is named, and another site's page cannot act", async () => {
  const moveAction = { act: "move", platform: "zalo" };
  expect(await performAction({ ...moveAction, hours: "many" })).toMatchObject({
    status: 422,
    error: expect.stringContaining("hours"),
  });
  expect(await performAction({ act: "seen", platform: "zalo", customer: "nobody" })).toMatchObject({
    status: 422,
  });
  const timeBefore = zalo.clock.now();
  expect(await performAction({ ...moveAction, hours: 24 }, "text/plain")).toMatchObject({ status: 422 });
  expect(zalo.clock.now() - timeBefore).toBeLessThan(3_600_000);
  expect(await performAction({ ...moveAction, hours: 24 })).toMatchObject({ status: 200 });
  expect(zalo.clock.now() - timeBefore).toBeGreaterThanOrEqual(24 * 3_600_000);
});

test("Messenger's webhook is asked before it is used", async () => {
  const wrongAnswer = await performAction({
    act: "webhook",
    platform: "messenger",
    address: `${playServer.url}state`,
  });
  expect(wrongAnswer).toMatchObject({ status: 422, error: expect.stringContaining("couldn't be validated") });
});
