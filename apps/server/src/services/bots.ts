import { createBotsFeature } from "../features/bots/routes.ts";
import { createBroadcastsFeature } from "../features/broadcasts/routes.ts";
import { createChannelsFeature } from "../features/channels/routes.ts";
import { createLivechatFeature } from "../features/livechat/routes.ts";
import type { AccountServices } from "./accounts.ts";
import type { BaseServices } from "./base.ts";
import type { ChatServices } from "./chat.ts";

export type BotFeatures = ReturnType<typeof createBotFeatures>;

/**
 * Creates the services of bots and of their chats with visitors: on a web page, on a platform such as Messenger, and by
 * broadcast.
 */
export function createBotFeatures(
  baseServices: BaseServices,
  accountServices: AccountServices,
  chatServices: ChatServices,
) {
  const { live, users, rooms, notifications } = accountServices;
  const { files, messages, conversations, profiles } = chatServices;
  const { broadcastsPerSecond = 50 } = baseServices;
  const bots = createBotsFeature({ ...baseServices, live, files, profiles, notifications });
  const livechat = createLivechatFeature({
    ...baseServices,
    live,
    users,
    rooms,
    files,
    messages,
    conversations,
    bots,
    notifications,
  });
  const channels = createChannelsFeature({
    ...baseServices,
    live,
    users,
    messages,
    files,
    bots,
    livechat,
    profiles,
  });
  const broadcasts = createBroadcastsFeature({
    ...baseServices,
    live,
    files,
    bots,
    channels,
    broadcastsPerSecond,
  });
  return { bots, livechat, channels, broadcasts };
}
