import type { ChannelDependencies } from "./dependencies.ts";
import type { PersonLinkService } from "./person-links.ts";
import type { createPersonPictureFetching } from "./person-picture.ts";
import * as people from "./person-store.ts";
import type { PageTokenProvider } from "./tokens.ts";

/** The job that asks the platform for the name and picture of a new person. */
export const fetchProfileJob = "channels.name";
/** The job that asks the platform for the picture of a person who now has a conversation with people. */
export const fetchPictureJob = "channels.picture";

/**
 * At most one job that fetches names and pictures runs for each page at a time. So a platform that does not respond
 * delays only the people of one page.
 */
const jobOptions = { workers: 2, perGroup: 1, timeoutSeconds: 60 } as const;

interface NameJobsDependencies extends Pick<ChannelDependencies, "db" | "jobs" | "platforms"> {
  readonly tokens: PageTokenProvider;
  readonly links: Pick<PersonLinkService, "setPlatformName">;
  storePicture: ReturnType<typeof createPersonPictureFetching>;
  announceTalkChange(botId: string, conversationId: string): Promise<void>;
}

/**
 * Fetches the names and pictures of new outside people from their platform. Before this, a person is called "Visitor"
 * and a number. A picture is stored in the person's row of `users`, which is created with the conversation.
 */
export function defineProfileJobs({
  db,
  jobs,
  platforms,
  tokens,
  links,
  storePicture,
  announceTalkChange,
}: NameJobsDependencies): void {
  /**
   * Asks the platform for a person's name and picture. Returns undefined if the person's session was deleted, or if the
   * page has no valid token.
   */
  async function requestProfile(personId: string) {
    const person = await people.findPerson(db, personId);
    const pageAccess = person && (await tokens.of(person.page_id));
    if (!person?.session_id || !pageAccess) return undefined;
    const { page, tokens: pageTokens } = pageAccess;
    const foundProfile = await platforms
      .get(person.platform)
      ?.fetchProfile({ externalId: page.external_id, tokens: pageTokens }, person.external_id);
    return {
      person,
      name: foundProfile?.name?.trim() ?? "",
      pictureAddress: foundProfile?.pictureAddress ?? null,
    };
  }

  jobs.define<{ person_id: string }>(
    fetchProfileJob,
    async ({ person_id }) => {
      const personAndProfile = await requestProfile(person_id);
      if (!personAndProfile) return;
      const { person, name, pictureAddress } = personAndProfile;
      if (name !== "") {
        const publish = await db.transaction().execute((tx) => links.setPlatformName(tx, person, name));
        await publish();
        if (person.conversation_id) await announceTalkChange(person.bot_id, person.conversation_id);
      }
      await storePicture(person, pictureAddress);
    },
    jobOptions,
  );

  jobs.define<{ person_id: string }>(
    fetchPictureJob,
    async ({ person_id }) => {
      const personAndPicture = await requestProfile(person_id);
      if (personAndPicture) await storePicture(personAndPicture.person, personAndPicture.pictureAddress);
    },
    jobOptions,
  );
}
