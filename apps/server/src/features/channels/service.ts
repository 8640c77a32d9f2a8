import type { PersonalEvent } from "@kakehashi/contract/personal-events";
import { createAgentInbox } from "./agent-inbox.ts";
import { createOutsideBroadcasts } from "./broadcasts.ts";
import { createPageConnection } from "./connect.ts";
import { deleteOldConnectAttempts } from "./connect-store.ts";
import { createDeliveries } from "./deliveries.ts";
import type { ChannelDependencies } from "./dependencies.ts";
import { deleteSomeOldEvents } from "./event-store.ts";
import { createFiguresReader } from "./figures.ts";
import { createFileFetching } from "./file-fetching.ts";
import { createSignedFileLinks } from "./file-links.ts";
import { createFetchableAddressCheck } from "./file-sources.ts";
import { defineProfileJobs } from "./names.ts";
import { createOutsideSender } from "./outlet.ts";
import { createPageSecretEncryption } from "./page-secret-encryption.ts";
import { createPages } from "./pages.ts";
import { createPersonLinkService } from "./person-links.ts";
import { createPersonPictureFetching } from "./person-picture.ts";
import { createMessenger, type MessengerOptions } from "./platforms/messenger.ts";
import type { Platforms } from "./platforms/platforms.ts";
import { createZalo, type ZaloOptions } from "./platforms/zalo.ts";
import { deleteDeliveriesWithoutSession, deleteInactivePeople } from "./removal-store.ts";
import { deleteOldPlatformCalls } from "./send-store.ts";
import { createSending } from "./sending.ts";
import { createStoredEventProcessing } from "./stored-event-processing.ts";
import { createPageTokenProvider } from "./tokens.ts";
import { createUndeliveredBotMessages } from "./undelivered-bot-messages.ts";
import { createWebhookReceiver } from "./webhooks.ts";

export type Channels = ReturnType<typeof createChannels>;

/** The configuration of our app at each platform. Null for a platform that is not set up. */
export interface ChannelOptions {
  readonly messenger: MessengerOptions | null;
  readonly zalo: ZaloOptions | null;
  /** Maximum milliseconds that the fetch of an outside person's file may take. */
  readonly fileTimeoutMs?: number;
}

function createPlatforms({ messenger, zalo }: ChannelOptions): Platforms {
  const configuredPlatforms = [messenger && createMessenger(messenger), zalo && createZalo(zalo)];
  return new Map(configuredPlatforms.flatMap((platform) => (platform ? [[platform.name, platform]] : [])));
}

export type ChannelFeatureDependencies = Omit<ChannelDependencies, "platforms"> & {
  channels?: ChannelOptions | undefined;
};

/** The feature `channels`: people on Messenger and Zalo, their pages, and the messages from and to them. */
export function createChannels({
  channels = { messenger: null, zalo: null },
  ...baseDependencies
}: ChannelFeatureDependencies) {
  const log = baseDependencies.log.child({ feature: "channels" });
  const apiAddresses = [channels.messenger, channels.zalo].flatMap((appOptions) =>
    appOptions ? [appOptions.url] : [],
  );
  const dependencies: ChannelDependencies = {
    ...baseDependencies,
    log,
    platforms: createPlatforms(channels),
    allow: baseDependencies.allow ?? createFetchableAddressCheck(apiAddresses),
  };
  const { db, bots, files, live, platforms, keyring, publicUrl } = dependencies;
  const pageSecrets = createPageSecretEncryption(keyring);
  const fileLinks = createSignedFileLinks(keyring, publicUrl);

  /** Sends an event to everybody who works on a bot. */
  async function publishToAgents(botId: string, event: PersonalEvent): Promise<void> {
    for (const userId of await bots.peopleOf(botId)) live.toUser(userId, event);
  }
  const announceTalkChange = (bot_id: string, talk_id: string) =>
    publishToAgents(bot_id, { type: "OUTSIDE_TALK_CHANGED", bot_id, talk_id });
  const announcePagesChange = (bot_id: string) =>
    publishToAgents(bot_id, { type: "CHANNEL_PAGE_CHANGED", bot_id });
  const announceInboxChange = (bot_id: string) =>
    publishToAgents(bot_id, { type: "LIVECHAT_CHANGED", bot_id });

  const tokens = createPageTokenProvider({ db, secrets: pageSecrets, platforms, announcePagesChange });
  const platformSending = createSending({ ...dependencies, tokens, announceTalkChange, announcePagesChange });
  const links = createPersonLinkService({ ...dependencies, announceTalkChange, announceInboxChange });
  bots.sessions.defineOutlet(
    createOutsideSender(platforms, { ...dependencies, links: fileLinks }, platformSending.wake),
  );
  const fileFetching = createFileFetching({
    ...dependencies,
    timeoutMs: channels.fileTimeoutMs,
    wakeIntake: () => eventIntake.wake(),
  });
  const wakeSender = platformSending.wake;
  const broadcasts = createOutsideBroadcasts(platforms, wakeSender);
  const eventIntake = createStoredEventProcessing({
    ...dependencies,
    fileLinks,
    announceTalkChange,
    announceBroadcastReceipt: broadcasts.announceBroadcastReceipt,
    wakeFetching: fileFetching.wake,
  });
  const storePicture = createPersonPictureFetching({
    ...dependencies,
    announceTalkChange,
    announceInboxChange,
  });
  defineProfileJobs({ ...dependencies, tokens, links, storePicture, announceTalkChange });
  const deliveries = createDeliveries({
    ...dependencies,
    links: fileLinks,
    wakeSender,
    announceTalkChange,
  });
  const undeliveredBotMessages = createUndeliveredBotMessages({
    ...dependencies,
    wakeSender,
    announceTalkChange,
  });

  return {
    pages: createPages({ ...dependencies, secrets: pageSecrets, announcePagesChange, wakeSender }),
    connect: createPageConnection({
      ...dependencies,
      secrets: pageSecrets,
      announcePagesChange,
      wakeSender,
    }),
    inbox: createAgentInbox({
      ...dependencies,
      deliveries,
      undeliveredBotMessages,
      links,
      fileLinks,
      announceTalkChange,
      announceInboxChange,
    }),
    links,
    figures: createFiguresReader(dependencies),
    broadcasts,
    awaitedLanguage: deliveries.awaitedLanguage,
    webhooks: createWebhookReceiver({ ...dependencies, announcePagesChange, wake: eventIntake.wake }),

    /** Deletes rows of this feature that are older than their retention time. Returns how many. */
    async prune(): Promise<number> {
      const deletedCounts = [
        await deleteOldConnectAttempts(db),
        await deleteSomeOldEvents(db),
        await deleteOldPlatformCalls(db),
        await deleteDeliveriesWithoutSession(db),
        await deleteInactivePeople(db),
        await files.outside.prune(),
      ];
      return deletedCounts.reduce((sum, count) => sum + count, 0);
    },

    async close(): Promise<void> {
      await eventIntake.close();
      await fileFetching.close();
      await platformSending.close();
    },
  };
}
