import type { Links } from "./links.ts";
import * as people from "./person-store.ts";
import type { ChannelParts } from "./service.ts";
import type { Tokens } from "./tokens.ts";

/** This job asks the platform who a new person is. */
export const nameJob = "channels.name";

/** A platform that does not answer delays the names of its own people only. */
const jobOptions = { workers: 2, perGroup: 1, timeoutSeconds: 60 } as const;

interface Parts extends Pick<ChannelParts, "db" | "jobs" | "platforms"> {
  readonly tokens: Tokens;
  readonly links: Pick<Links, "setName">;
  tellTalk(botId: string, conversationId: string): Promise<void>;
}

/** Gives new people the name that their platform tells. Until then they are called "Visitor" and a number. */
export function createNames({ db, jobs, platforms, tokens, links, tellTalk }: Parts): void {
  jobs.define<{ person_id: string }>(
    nameJob,
    async ({ person_id }) => {
      const person = await people.findPerson(db, person_id);
      const access = person && (await tokens.of(person.page_id));
      if (!person?.session_id || !access) return;
      const { page, tokens: pageTokens } = access;
      const found = await platforms
        .get(person.platform)
        ?.findPerson({ externalId: page.external_id, tokens: pageTokens }, person.external_id);
      const name = found?.name?.trim();
      if (!name) return;
      const publish = await db.transaction().execute((tx) => links.setName(tx, person, name));
      await publish();
      if (person.conversation_id) await tellTalk(person.bot_id, person.conversation_id);
    },
    jobOptions,
  );
}
