import { createBots } from "../features/bots/service.ts";
import { createBroadcasts } from "../features/broadcasts/service.ts";
import { createChannels } from "../features/channels/service.ts";
import { createLivechat } from "../features/livechat/service.ts";
import type { AccountServices } from "./accounts.ts";
import type { BaseServices } from "./base.ts";
import type { ChatServices } from "./chat.ts";

export type BotFeatures = ReturnType<typeof createBotFeatures>;

/**
 * Creates the services of bots and of their chats with people outside: on a web page, on a platform such as Messenger,
 * or by broadcast.
 */
export function createBotFeatures(base: BaseServices, accounts: AccountServices, chat: ChatServices) {
  const { live, users, rooms, notifications } = accounts;
  const { files, messages, conversations, profiles } = chat;
  const { broadcastsPerSecond = 50 } = base;
  const bots = createBots({ ...base, live, files, profiles, notifications });
  const livechat = createLivechat({
    ...base,
    live,
    users,
    rooms,
    files,
    messages,
    conversations,
    bots,
    notifications,
  });
  const channels = createChannels({ ...base, live, users, messages, files, bots, livechat, profiles });
  const broadcasts = createBroadcasts({ ...base, live, files, bots, channels, broadcastsPerSecond });
  return { bots, livechat, channels, broadcasts };
}
