import {
  beginChannelConnection,
  finishChannelConnection,
  joinChannelPages,
} from "@kakehashi/contract/channel-pages";
import type { OutsidePlatform } from "@kakehashi/contract/channel-states";
import {
  type MessengerStandIn,
  startMessengerStandIn,
} from "../../apps/server/src/test/channel-stand-ins/messenger.ts";
import type { StandIn, StandInPage } from "../../apps/server/src/test/channel-stand-ins/stand-in.ts";
import { startZaloStandIn, type ZaloStandIn } from "../../apps/server/src/test/channel-stand-ins/zalo.ts";
import type { CallEndpoint } from "../live-model/ask.ts";
import type { EnvironmentSettings } from "../server.ts";

/**
 * How many milliseconds a simulated platform waits before each retry of a webhook event. Real platforms wait longer,
 * which would slow the tests down.
 */
const retryDelaysMs = Array.from({ length: 200 }, () => 200);

/** Simulated versions of Messenger and Zalo. They keep running when the server under test is killed. */
export class PlatformStandIns {
  readonly messenger: MessengerStandIn;
  readonly zalo: ZaloStandIn;

  private constructor(messenger: MessengerStandIn, zalo: ZaloStandIn) {
    this.messenger = messenger;
    this.zalo = zalo;
    for (const { webhookSender } of [messenger, zalo]) webhookSender.retryDelaysMs = retryDelaysMs;
  }

  static async start(): Promise<PlatformStandIns> {
    const [messenger, zalo] = await Promise.all([startMessengerStandIn(), startZaloStandIn()]);
    return new PlatformStandIns(messenger, zalo);
  }

  /** The environment variables with which a server uses the simulated platforms. */
  get settings(): EnvironmentSettings {
    return { ...this.messenger.environmentVariables, ...this.zalo.environmentVariables };
  }

  standIn(platform: OutsidePlatform): StandIn {
    return platform === "ZALO" ? this.zalo : this.messenger;
  }

  /** Connects a platform page to a bot, as its owner does in a browser. The page may already be connected. */
  async connect(
    callApi: CallEndpoint,
    platform: OutsidePlatform,
    { botId, pageId, address }: { botId: string; pageId: string; address: string },
  ): Promise<void> {
    const standIn = this.standIn(platform);
    const connection = await callApi(beginChannelConnection, {
      params: { platform },
      body: { bot_id: botId },
    });
    const callbackUrl = await standIn.submitConsent(connection.data.url, { pageIds: [pageId] });
    const query = Object.fromEntries(callbackUrl.searchParams);
    await callApi(finishChannelConnection, { body: { query } });
    await callApi(joinChannelPages, { body: { state: query.state ?? "", external_ids: [pageId] } });
    standIn.webhookSender.webhookUrl = `${address}/api/webhooks/${platform.toLowerCase()}/${pageId}`;
  }

  /** Creates a page on the simulated platform, and connects it to the bot. */
  async openPage(
    callApi: CallEndpoint,
    platform: OutsidePlatform,
    { botId, address }: { botId: string; address: string },
  ): Promise<StandInPage> {
    const page = this.standIn(platform).addPage("Salon");
    await this.connect(callApi, platform, { botId, pageId: page.id, address });
    return page;
  }

  async close(): Promise<void> {
    await Promise.all([this.messenger.close(), this.zalo.close()]);
  }
}
