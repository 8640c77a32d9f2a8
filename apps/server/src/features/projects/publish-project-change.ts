import type { PersonalEvent } from "@kakehashi/contract/personal-events";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Log } from "../../kit/log.ts";
import type { Live } from "../live/service.ts";
import * as members from "./member-store.ts";

interface ProjectChangeDependencies {
  db: Kysely<DB>;
  live: Pick<Live, "toUser">;
  log: Log;
}

export type PublishProjectChange = ReturnType<typeof createPublishProjectChange>;

/**
 * Returns a function that sends an event to all members of a project, so that open pages load the project again.
 * `formerMemberIds` are people whose membership has just ended; they get the event too. Call the returned function
 * after the commit. It never rejects.
 */
export function createPublishProjectChange({ db, live, log }: ProjectChangeDependencies) {
  return async (projectId: string, formerMemberIds: readonly string[] = []): Promise<void> => {
    const event: PersonalEvent = { type: "PROJECT_CHANGED", project_id: projectId };
    try {
      const userIds = new Set([...(await members.listMemberIds(db, projectId)), ...formerMemberIds]);
      for (const userId of userIds) live.toUser(userId, event);
    } catch (error) {
      log.error({ err: error }, "Telling the people of a project failed.");
    }
  };
}
