import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Events } from "../events/service.ts";
import type { Live } from "../live/service.ts";
import type { Mailer } from "../mail/service.ts";
import type { Notifications } from "../notifications/service.ts";
import type { Staff } from "../staff/service.ts";

export interface ProfileDependencies {
  db: Kysely<DB>;
  events: Events;
  live: Live;
  mailer: Mailer;
  notifications: Notifications;
  staff: Staff;
  publicUrl: string;
}
