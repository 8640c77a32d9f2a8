import type { OutsideIdentity } from "@kakehashi/contract/channels";
import { maximumLinkedPeople } from "@kakehashi/contract/channels";
import { maximumTagsPerVisitor } from "@kakehashi/contract/flows/limits";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import { newId } from "../../kit/ids.ts";
import { createKeyedTaskQueue } from "../../kit/turns.ts";
import { recordAudit } from "../audit/service.ts";
import type { ChannelActor, ChannelDependencies } from "./dependencies.ts";
import * as store from "./link-store.ts";
import * as people from "./person-store.ts";
import { findTalk } from "./talk-store.ts";

/** This job copies the tags that a story has changed to the other people who are linked as the same human. */
export const shareTagsJob = "channels.share-tags";

type PublishEvents = () => Promise<void>;

interface PeopleLinksDependencies extends Pick<ChannelDependencies, "db" | "bots" | "jobs"> {
  announceTalkChange(botId: string, conversationId: string): Promise<void>;
  announceInboxChange(botId: string): Promise<void>;
}

/**
 * Links people on pages of one bot as the same human. Linked people share their name and tags, but each has their own
 * conversation and can be blocked separately. A change of several people first takes the lock for all links of the bot,
 * so that two changes cannot deadlock.
 */
export function createPersonLinkService({
  db,
  bots,
  jobs,
  announceTalkChange,
  announceInboxChange,
}: PeopleLinksDependencies) {
  const { outside } = bots.sessions;
  const changeLinksInTurn = createKeyedTaskQueue();

  async function requireTalk(reader: ChannelActor, conversationId: string) {
    const foundTalk = await findTalk(db, reader, conversationId);
    if (!foundTalk) throw createNotFoundError();
    return foundTalk;
  }

  /** Tells everybody who works on the bot that these people's conversations have changed. */
  async function announceLinkChange(
    botId: string,
    members: readonly store.LinkedPerson[],
    publishFunctions: readonly PublishEvents[] = [],
  ) {
    for (const publishEvents of publishFunctions) await publishEvents();
    for (const { conversation_id } of members)
      if (conversation_id) await announceTalkChange(botId, conversation_id);
    await announceInboxChange(botId);
  }

  /**
   * Sets the tags of outside people, whom the caller must have locked. If a tag that came from a link is removed here
   * and added again later, it counts as the person's own tag. So the person keeps the tag when the linked people are
   * separated.
   */
  async function setTags(
    tx: Kysely<DB>,
    members: readonly store.LinkedPerson[],
    tags: readonly string[],
  ): Promise<void> {
    for (const { id, session_id, tags_from_link } of members) {
      if (session_id !== null) await outside.setTags(tx, session_id, tags);
      const keptTagsFromLink = tags_from_link.filter((tag) => tags.includes(tag));
      if (keptTagsFromLink.length < tags_from_link.length)
        await store.setPersonTagsFromLink(tx, id, keptTagsFromLink);
    }
  }

  /**
   * Links or separates the outside people of two conversations of one bot. `changeLockedPeople` makes the change, and returns null if
   * there is nothing to change.
   */
  async function changeLinks(
    reader: ChannelActor,
    [conversationId, otherId]: readonly [string, string],
    action: "channel.link" | "channel.separate",
    changeLockedPeople: (peopleOfTalks: {
      tx: Kysely<DB>;
      person: people.PersonRow;
      other: people.PersonRow;
    }) => Promise<{
      members: readonly store.LinkedPerson[];
      publishFunctions: readonly PublishEvents[];
    } | null>,
  ): Promise<void> {
    const { bot_id: botId } = await requireTalk(reader, conversationId);
    const runChange = async (tx: Kysely<DB>) => {
      await bots.requireIn(tx, reader, botId, "answer");
      await store.lockLinksOfBot(tx, botId);
      const person = await people.findPersonOfConversation(tx, conversationId);
      const otherPerson = await people.findPersonOfConversation(tx, otherId);
      if (person?.bot_id !== botId || otherPerson?.bot_id !== botId) throw createNotFoundError();
      const linkChange = await changeLockedPeople({ tx, person, other: otherPerson });
      if (linkChange)
        await recordAudit(tx, reader, action, botId, { conversation_id: conversationId, other_id: otherId });
      return linkChange;
    };
    const committedLinkChange = await changeLinksInTurn(botId, () => db.transaction().execute(runChange));
    if (committedLinkChange)
      await announceLinkChange(botId, committedLinkChange.members, committedLinkChange.publishFunctions);
  }

  /**
   * Removes people from their group of linked people. Each person gets back their own name and loses the tags that came
   * from the link.
   */
  async function unlinkFromGroup(
    tx: Kysely<DB>,
    members: readonly store.LinkedPerson[],
  ): Promise<PublishEvents[]> {
    const publishFunctions: PublishEvents[] = [];
    for (const { id, session_id, own_name, tags, tags_from_link } of members) {
      await store.unlinkPerson(tx, id);
      if (session_id === null || own_name === null) continue;
      const tagsWithoutLink = tags.filter((tag) => !tags_from_link.includes(tag));
      if (tagsWithoutLink.length < tags.length) await outside.setTags(tx, session_id, tagsWithoutLink);
      publishFunctions.push(await outside.setName(tx, session_id, own_name));
    }
    return publishFunctions;
  }

  jobs.define<{ person_id: string }>(shareTagsJob, async ({ person_id }) => {
    const foundPerson = await people.findPerson(db, person_id);
    if (!foundPerson) return;
    const linkedPeople = await db.transaction().execute(async (tx) => {
      await store.lockLinksOfBot(tx, foundPerson.bot_id);
      const group = await store.lockLinkedGroup(tx, [person_id]);
      const changedPerson = group.find(({ id }) => id === person_id);
      const otherMembers = group.filter(({ id }) => id !== person_id);
      if (!changedPerson || changedPerson.session_id === null) return [];
      await setTags(tx, otherMembers, changedPerson.tags);
      return otherMembers;
    });
    if (linkedPeople.length > 0) await announceLinkChange(foundPerson.bot_id, linkedPeople);
  });

  return {
    listOf: (personId: string): Promise<OutsideIdentity[]> => store.listLinkedPeople(db, personId),

    async candidates(
      reader: ChannelActor,
      conversationId: string,
      search: string,
    ): Promise<OutsideIdentity[]> {
      const { bot_id: botId, person_id: personId } = await requireTalk(reader, conversationId);
      let searchWords = search.trim();
      if (searchWords === "") searchWords = (await store.findVisitorName(db, conversationId)) ?? "";
      return store.listLinkCandidates(db, { botId, personId, words: searchWords });
    },

    async link(
      reader: ChannelActor,
      conversationId: string,
      linkRequest: { conversation_id: string; name_of: string },
    ): Promise<void> {
      const { conversation_id: otherId, name_of: namedConversationId } = linkRequest;
      if (namedConversationId !== conversationId && namedConversationId !== otherId)
        throw new AppError("ERR.INPUT", { fields: { name_of: "choice" } });
      await changeLinks(reader, [conversationId, otherId], "channel.link", async ({ tx, person, other }) => {
        if (person.id === other.id)
          throw new AppError("ERR.INPUT", { fields: { conversation_id: "choice" } });
        const members = await store.lockLinkedGroup(tx, [person.id, other.id]);
        const [firstMember] = members;
        if (firstMember?.linked_id && members.every(({ linked_id }) => linked_id === firstMember.linked_id))
          return null;
        const tags = [...new Set(members.flatMap((linkedMember) => linkedMember.tags))];
        if (members.length > maximumLinkedPeople || tags.length > maximumTagsPerVisitor)
          throw new AppError("CHANNEL.LINK_FULL");
        const name =
          members.find(({ conversation_id }) => conversation_id === namedConversationId)?.name ?? "";
        const linkedId = newId();
        const publishFunctions: PublishEvents[] = [];
        for (const member of members) {
          const addedTags = tags.filter((tag) => !member.tags.includes(tag));
          const tagsFromLink = [...member.tags_from_link, ...addedTags];
          await store.linkPerson(tx, member.id, {
            linkedId,
            ownName: member.own_name ?? member.name,
            tagsFromLink,
          });
          if (member.session_id === null) continue;
          if (addedTags.length > 0) await outside.setTags(tx, member.session_id, tags);
          publishFunctions.push(await outside.setName(tx, member.session_id, name));
        }
        return { members, publishFunctions };
      });
    },

    async separate(reader: ChannelActor, conversationId: string, otherId: string): Promise<void> {
      await changeLinks(
        reader,
        [conversationId, otherId],
        "channel.separate",
        async ({ tx, person, other }) => {
          const members = await store.lockLinkedGroup(tx, [person.id]);
          const membersToUnlink = members.filter(({ id }) => id === other.id);
          if (membersToUnlink.length === 0 || members.length === 1) return null;
          const remainingMembers = members.filter(({ id }) => id !== other.id);
          // If only one person would be left in the group, this last person is unlinked too.
          const publishFunctions = await unlinkFromGroup(
            tx,
            remainingMembers.length === 1 ? [...membersToUnlink, ...remainingMembers] : membersToUnlink,
          );
          return { members, publishFunctions };
        },
      );
    },

    /**
     * Replaces the tags of a person and of everybody linked with them. The transaction must have locked the bot's
     * links.
     */
    async tag(tx: Kysely<DB>, person: people.PersonRow, tags: readonly string[]): Promise<string[]> {
      if (person.session_id === null) throw createNotFoundError();
      const members = await store.lockLinkedGroup(tx, [person.id]);
      await setTags(tx, members, tags);
      return members.flatMap(({ conversation_id }) => conversation_id ?? []);
    },

    /**
     * Stores the name that the platform gives for a person. A linked person keeps the common name, and gets this name
     * after the separation, unless the person told the bot a name. Call the returned function after the commit.
     */
    async setPlatformName(tx: Kysely<DB>, person: people.PersonRow, name: string): Promise<PublishEvents> {
      await store.lockLinksOfBot(tx, person.bot_id);
      const [linkedPerson] = (await store.lockLinkedGroup(tx, [person.id])).filter(
        ({ id }) => id === person.id,
      );
      if (!linkedPerson || linkedPerson.session_id === null) return async () => {};
      if (linkedPerson.linked_id === null) return outside.setPlatformName(tx, linkedPerson.session_id, name);
      const toldName = await outside.findToldName(tx, linkedPerson.session_id);
      await store.setPersonNameBeforeLinking(tx, person.id, toldName ?? name);
      return async () => {};
    },
  };
}

export type PersonLinkService = ReturnType<typeof createPersonLinkService>;
