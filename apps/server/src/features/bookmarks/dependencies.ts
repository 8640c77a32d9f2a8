import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { TextBytesLimiter } from "../../kit/http/text-limiter.ts";
import type { Log } from "../../kit/log.ts";
import type { Channels } from "../channels/service.ts";
import type { Events } from "../events/service.ts";
import type { Live } from "../live/service.ts";
import type { LivechatService } from "../livechat/service.ts";
import type { MachineTranslation } from "../machine/service.ts";
import type { Messages } from "../messages/service.ts";
import type { Rooms } from "../rooms/service.ts";
import type { Translations } from "../translations/service.ts";

export interface BookmarkDependencies {
  db: Kysely<DB>;
  live: Live;
  rooms: Rooms;
  messages: Messages;
  events: Events;
  translations: Translations;
  channels: Pick<Channels, "awaitedLanguage">;
  livechat: Pick<LivechatService, "addTranslatorsToTalk">;
  machine: Pick<MachineTranslation, "isTranslatingIn">;
  log: Log;
  textLimiter: TextBytesLimiter;
}
