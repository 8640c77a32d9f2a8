import type { OutsidePlatform } from "@kakehashi/contract/channel-states";
import { afterAll, expect } from "vitest";
import { startMessengerStandIn } from "../apps/server/src/test/channel-stand-ins/messenger.ts";
import { startZaloStandIn } from "../apps/server/src/test/channel-stand-ins/zalo.ts";
import { openDemo } from "./demo.ts";
import type { SignedInDevice } from "./people.ts";

/**
 * Starts the demo workspace with simulated versions of Messenger and Zalo. `openCustomerChat` connects a platform page
 * by API calls, and not by clicks.
 */
export async function openDemoWithPlatforms() {
  const [messengerStandIn, zaloStandIn] = await Promise.all([startMessengerStandIn(), startZaloStandIn()]);
  const platformStandIns = { MESSENGER: messengerStandIn, ZALO: zaloStandIn };
  afterAll(() => Promise.all([messengerStandIn.close(), zaloStandIn.close()]));
  const demoWorkspace = await openDemo({
    settings: { ...messengerStandIn.environmentVariables, ...zaloStandIn.environmentVariables },
  });

  /**
   * Creates a platform page with a bot that has no story, and a customer whose first message waits. Returns the
   * customer, the bot and the conversation.
   */
  async function openCustomerChat(
    owner: SignedInDevice,
    agentDevices: readonly SignedInDevice[],
    { platform = "ZALO", page = "Tiệm tóc Hoa", customer: name = "Nguyễn Thị Hoa" }: CustomerChatOptions = {},
  ) {
    const platformStandIn = platformStandIns[platform];
    const { id: botId } = await owner.call<{ id: string }>("POST", "/bots", {
      name: page,
      languages: ["ja", "vi"],
      platforms: ["MESSENGER", "ZALO"],
    });
    for (const { call } of agentDevices) {
      const agent = await call<{ id: string }>("GET", "/users/info");
      await owner.call("POST", `/bots/${botId}/people/${agent.id}`, { part: "AGENT" });
    }
    const platformPage = platformStandIn.addPage(page);
    const { url } = await owner.call<{ url: string }>("POST", `/schat/pages/${platform}/connect`, {
      bot_id: botId,
    });
    const callbackUrl = await platformStandIn.submitConsent(url, { pageIds: [platformPage.id] });
    const query = Object.fromEntries(callbackUrl.searchParams);
    await owner.call("POST", "/schat/pages/callback", { query });
    await owner.call("POST", "/schat/pages/join", { state: query.state, external_ids: [platformPage.id] });
    const pages = await owner.call<{ external_id: string; webhook_url: string }[]>("GET", "/schat/pages");
    const connectedPage = pages.find(({ external_id }) => external_id === platformPage.id);
    platformStandIn.webhookSender.webhookUrl = connectedPage?.webhook_url ?? "";
    const customer = platformStandIn.addCustomer(platformPage.id, name);
    await customer.write("Chào shop, chiều nay còn chỗ không ạ?");
    const listWaitingChats = () =>
      owner.call<{ conversation_id: string }[]>("GET", `/schat?state=all&search=${encodeURIComponent(name)}`);
    await expect.poll(listWaitingChats).toHaveLength(1);
    const id = (await listWaitingChats())[0]?.conversation_id ?? "";
    return { id, botId, customer, external: platformPage };
  }
  return { ...demoWorkspace, messenger: messengerStandIn, zalo: zaloStandIn, openCustomerChat };
}

interface CustomerChatOptions {
  readonly platform?: OutsidePlatform;
  readonly page?: string;
  readonly customer?: string;
}
