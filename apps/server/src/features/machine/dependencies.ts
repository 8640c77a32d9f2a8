import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Jobs } from "../../kit/jobs.ts";
import type { Log } from "../../kit/log.ts";
import type { Events } from "../events/service.ts";
import type { TranslationMemory } from "../memory/service.ts";
import type { Messages } from "../messages/service.ts";
import type { Rooms } from "../rooms/service.ts";
import type { Translations } from "../translations/service.ts";
import type { MachineTranslationOptions } from "./providers.ts";

export interface MachineDependencies {
  db: Kysely<DB>;
  events: Events;
  log: Log;
  jobs: Jobs;
  rooms: Rooms;
  messages: Messages;
  translations: Translations;
  memory: TranslationMemory;
  /** The configured machine translation provider. Null if no provider is configured. */
  machine?: MachineTranslationOptions | null;
}
