import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { addFileToBot } from "@kakehashi/contract/bot-files";
import { createBot } from "@kakehashi/contract/bots";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { createTestApp } from "./test/app.ts";
import { uploadToNotes } from "./test/bot-files.ts";
import { addTestPeople } from "./test/world.ts";

const server = await createTestApp();
const agent = new Agent({ keepAlive: true });
afterAll(() => agent.destroy());

test("a download that runs while the server stops ends, and holds nothing up afterwards", async () => {
  const { kenji } = await addTestPeople(server);
  const address = await server.listen();
  const { data: bot } = await kenji.call(createBot, {
    body: { name: "Salon", languages: ["en"], platforms: ["WEB"] },
  });
  // The picture must be larger than the socket buffers. Otherwise the download would end before the client reads.
  const largePicture = await sharp({
    create: {
      width: 1_500,
      height: 1_500,
      channels: 3,
      noise: { type: "gaussian", mean: 128, sigma: 60 },
      background: "#fff",
    },
  })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const file_id = await uploadToNotes(address, kenji, largePicture);
  const { data: file } = await kenji.call(addFileToBot, { params: { id: bot.id }, body: { file_id } });

  const clientRequest = request(`${address}${file.address}`, { agent });
  clientRequest.end();
  const [incomingMessage] = (await once(clientRequest, "response")) as [IncomingMessage];
  expect(incomingMessage.headers.connection).toBe("keep-alive");
  const serverClosePromise = server.close();
  let bytes = 0;
  for await (const chunk of incomingMessage) bytes += chunk.length;
  expect(bytes).toBe(largePicture.byteLength);
  // The server must close the connection after the download. Otherwise the connection would stay open for 72 seconds.
  await serverClosePromise;
}, 20_000);
