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
  /** Maximum bytes of the translation memory with its indexes. When this size is reached, imports add no more pairs. */
  maximumBytes: number;
}
