import { addFileToBot } from "@kakehashi/contract/bot-files";
import { createBot } from "@kakehashi/contract/bots";
import { outsidePlatforms } from "@kakehashi/contract/channel-states";
import type { FlowBlock } from "@kakehashi/contract/flows/blocks";
import { expect, test } from "vitest";
import { pictureBytes, uploadToNotes } from "../../test/bot-files.ts";
import { createFlow, endBlock } from "../../test/bots.ts";
import { startChannelTestServer } from "../../test/channel-world.ts";
import { addAndConnectPage, createBotForOutsidePlatforms } from "../../test/channels.ts";

// These tests check that a platform can fetch a picture from a bot's story without an account.

const { platforms, testPeople, address } = await startChannelTestServer();
const { kenji } = testPeople;

/** Uploads a picture for a bot. Returns the picture's path, as a story stores it: the URL without a host. */
async function uploadBotPicture(): Promise<string> {
  const body = { name: "Salon", languages: ["en"] as ["en"], platforms: ["WEB"] as ["WEB"] };
  const { data: bot } = await kenji.call(createBot, { body });
  const file_id = await uploadToNotes(address, kenji);
  return (await kenji.call(addFileToBot, { params: { id: bot.id }, body: { file_id } })).data.address;
}

for (const platform of outsidePlatforms)
  test(`${platform}: a customer gets the bot's own picture, which the platform can fetch`, async () => {
    const ownFileAddress = await uploadBotPicture();
    const image: FlowBlock = {
      id: "pic",
      type: "image",
      address: ownFileAddress,
      description: { en: "Our salon", ja: "店内" },
    };
    const botId = await createBotForOutsidePlatforms(testPeople, createFlow({ start: [image, endBlock] }));
    const platformStandIn = platforms.standIns[platform];
    const { external } = await addAndConnectPage(address, kenji, {
      standIn: platformStandIn,
      platform,
      botId,
    });
    const customer = platformStandIn.addCustomer(external.id, "Hoa");
    await customer.write("xin chào");
    const listReceivedAttachments = () =>
      customer.conversationMessages.flatMap(({ attachments }) => attachments);
    await expect
      .poll(listReceivedAttachments)
      .toEqual([{ type: "image", url: expect.stringMatching(/^https?:/) }]);
    const { pathname } = new URL(listReceivedAttachments()[0]?.url ?? "");
    expect(pathname).toBe(ownFileAddress);
    const response = await fetch(`${address}${pathname}`);
    expect(response.headers.get("content-type")).toBe("image/png");
    expect((await response.arrayBuffer()).byteLength).toBe(pictureBytes.byteLength);
  });
