import { claimLivechat } from "@kakehashi/contract/bot-livechat-steps";
import { listAllChannelPages } from "@kakehashi/contract/channel-pages";
import { expect, test } from "vitest";
import { startChannelTestServer } from "../../test/channel-world.ts";
import {
  addAndConnectPage,
  createBotForOutsidePlatforms,
  sendTextAs,
  waitForOutsideTalk,
} from "../../test/channels.ts";
import { createZalo } from "./platforms/zalo.ts";
import { createPageTokenProvider } from "./tokens.ts";

// These tests check which error people see when the token of a page cannot be renewed.

const { platforms, server, testPeople, address } = await startChannelTestServer();
const { kenji, linh } = testPeople;
const platformStandIn = platforms.zalo;

async function openPage() {
  const botId = await createBotForOutsidePlatforms(testPeople);
  const { page, external } = await addAndConnectPage(address, kenji, {
    standIn: platformStandIn,
    platform: "ZALO",
    botId,
  });
  const readPage = async () =>
    (await kenji.call(listAllChannelPages, {})).data.find((listedPage) => listedPage.id === page.id);
  return { botId, page, external, readPage };
}

test("a refresh token that was used before breaks the page, in the platform's words, and its people hear of it", async () => {
  const { botId, page, external, readPage } = await openPage();
  const expiringTokens = { ...platformStandIn.issueTokens(external.id), expiresAt: new Date() };
  const zaloPlatform = createZalo(platformStandIn.connectionOptions);
  // Uses up the refresh token. This simulates a process that was killed after Zalo's response and before the commit.
  await zaloPlatform.refreshTokens(expiringTokens);
  const notifiedBotIds: string[] = [];
  const tokens = createPageTokenProvider({
    db: server.db.kysely,
    secrets: {
      tokensOf: () => expiringTokens,
      sealTokens() {
        throw new Error("There is nothing to seal.");
      },
    },
    platforms: new Map([["ZALO", zaloPlatform]]),
    async announcePagesChange(id) {
      notifiedBotIds.push(id);
    },
  });
  expect(await tokens.of(page.id)).toBeNull();
  expect(notifiedBotIds).toEqual([botId]);
  expect(await readPage()).toMatchObject({
    state: "BROKEN",
    last_error: { code: "TOKEN", detail: expect.stringContaining("Invalid refresh token") },
  });
});

test("while a token cannot be renewed, because the platform does not answer, the page says so", async () => {
  const { botId, page, external, readPage } = await openPage();
  const customer = platformStandIn.addCustomer(external.id, "Hoa");
  await customer.write("Cho tôi hỏi chút được không shop?");
  const { conversation_id: id } = await waitForOutsideTalk(linh, { page_id: page.id });
  await linh.call(claimLivechat, { params: { id: botId, cid: id } });
  platformStandIn.failNextCall({ kind: "error", code: -220 });
  platformStandIn.failNextCall({ kind: "status", status: 503 });
  await sendTextAs(linh, id, "Dạ được ạ, anh chị cứ hỏi.");
  await expect.poll(async () => (await readPage())?.last_error?.code).toBe("UNREACHABLE");
  expect(await readPage()).toMatchObject({ state: "CONNECTED", queued_count: 1 });
});
