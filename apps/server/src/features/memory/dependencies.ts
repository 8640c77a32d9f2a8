import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Events } from "../events/service.ts";
import type { Messages } from "../messages/service.ts";
import type { Projects } from "../projects/service.ts";

export interface MemoryDependencies {
  db: Kysely<DB>;
  events: Events;
  messages: Messages;
  projects: Pick<Projects, "findProjectOfRoom" | "listNames" | "requireJoined">;
  /** If the translation memory with its indexes takes more bytes, imports add nothing more. */
  maximumBytes: number;
}
