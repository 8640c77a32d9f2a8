import type { Language } from "@kakehashi/contract/languages";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { OutsideMessage } from "../bots/service.ts";
import { detectLanguage } from "../messages/service.ts";
import type { ChannelDependencies } from "./dependencies.ts";
import { markEchoedCallSent, mayHaveSentEchoedMessage } from "./echo-store.ts";
import type * as store from "./event-store.ts";
import type { SignedFileLinks } from "./file-links.ts";
import { computeEventClientId } from "./ids.ts";
import { fetchProfileJob } from "./names.ts";
import { collectLocationAndMissingFiles } from "./parts.ts";
import * as people from "./person-store.ts";
import { markDeliveredOrSeen } from "./receipt-store.ts";

/** Sends the live events of stored changes to the people who are connected. Call it after the commit. */
export type PublishEvents = () => Promise<void>;
const doNotPublish: PublishEvents = async () => {};

export interface EventHandlingDependencies extends Pick<ChannelDependencies, "bots" | "files" | "jobs"> {
  readonly fileLinks: SignedFileLinks;
  /**
   * Tells everybody who works on the bot that deliveries in a conversation have changed, or that the time until which
   * people may write there has changed.
   */
  announceTalkChange(botId: string, conversationId: string): Promise<void>;
  /** Announces that somebody got or read a broadcast of this bot. */
  announceBroadcastReceipt(botId: string): void;
}

/** Creates the function that handles one event of a person in a transaction. */
export function createEventHandling({
  bots,
  files,
  fileLinks: links,
  jobs,
  announceTalkChange,
  announceBroadcastReceipt,
}: EventHandlingDependencies) {
  const { outside } = bots.sessions;

  /**
   * Returns the session for the person's next message. Creates a new session if the person has none, or if it has
   * reached its size limits.
   */
  async function findOrCreateSession(
    tx: Kysely<DB>,
    person: people.PersonRow,
    text: string,
  ): Promise<{ id: string; language: Language }> {
    const { session_id: formerSessionId } = person;
    const formerSession = formerSessionId === null ? undefined : await outside.find(tx, formerSessionId);
    if (formerSessionId !== null && formerSession && !formerSession.isFull)
      return { id: formerSessionId, language: formerSession.language };
    const { bot_id: botId, platform, bot_language } = person;
    const language = detectLanguage(text, formerSession?.language ?? bot_language);
    const id = await outside.beginSession(tx, {
      botId,
      platform,
      pageId: person.page_id,
      language,
      formerSessionId,
    });
    await people.setPersonSession(tx, person.id, id);
    return { id, language };
  }

  /** Returns the first file of a message, in the form that a bot's story can use. */
  function findFirstStoredFile(
    storedFiles: Awaited<ReturnType<typeof files.outside.listOf>>,
  ): OutsideMessage["file"] {
    const firstStoredFile = storedFiles.find(({ state }) => state === "STORED");
    if (!firstStoredFile?.category || firstStoredFile.name === null) return null;
    const { id, name, category, size = 0 } = firstStoredFile;
    return { name, category, size, address: links.lastingAddressOf(id) };
  }

  /** Stores a message that the person wrote, or that the page's staff wrote with the platform's own tools. */
  async function storeMessage(
    tx: Kysely<DB>,
    unhandledEvent: store.UnhandledEvent,
    isEcho: boolean,
  ): Promise<PublishEvents | "files"> {
    const { event } = unhandledEvent;
    if (event.type !== "message" && event.type !== "echo") return doNotPublish;
    const lockedPerson = await people.lockOrCreatePerson(tx, {
      pageId: unhandledEvent.page_id,
      externalId: unhandledEvent.person,
    });
    if (!lockedPerson || lockedPerson.person.is_blocked) return doNotPublish;
    const { person, isNew } = lockedPerson;
    if (!isEcho) await people.storeLastAct(tx, person.id, new Date(event.at));
    if (isNew) await jobs.send(tx, fetchProfileJob, { person_id: person.id }, { group: person.page_id });
    if (event.attachments.length > 0 && unhandledEvent.files === null) return "files";
    const session = await findOrCreateSession(tx, person, event.text);
    const clientId = computeEventClientId(unhandledEvent);
    const storedFiles = await files.outside.listOf(tx, clientId);
    const outsideParts = collectLocationAndMissingFiles(event, storedFiles);
    const { text } = event;
    const file = findFirstStoredFile(storedFiles);
    if (isEcho)
      return outside.receiveEcho(tx, session.id, { clientId, text, locationAndMissingFiles: outsideParts });
    const chosenReplyId = event.type === "message" ? event.payload : null;
    return outside.receiveMessage(tx, session.id, {
      clientId,
      text,
      choice: chosenReplyId,
      file,
      locationAndMissingFiles: outsideParts,
    });
  }

  /** Stores that messages from our side have reached the person or were read. */
  async function storeReceipt(tx: Kysely<DB>, unhandledEvent: store.UnhandledEvent): Promise<PublishEvents> {
    const { event } = unhandledEvent;
    if (event.type !== "delivered" && event.type !== "seen") return doNotPublish;
    const lockedPerson = await people.lockOrCreatePerson(tx, {
      pageId: unhandledEvent.page_id,
      externalId: unhandledEvent.person,
    });
    if (!lockedPerson) return doNotPublish;
    const { person } = lockedPerson;
    const { newest, isPartOfBroadcast } = await markDeliveredOrSeen(tx, person.id, {
      state: event.type === "seen" ? "SEEN" : "DELIVERED",
      externalIds: event.messageIds,
      until: new Date(event.at),
    });
    const { conversation_id: conversationId, bot_id } = person;
    return async () => {
      if (isPartOfBroadcast) announceBroadcastReceipt(bot_id);
      if (conversationId === null || newest === null) return;
      if (event.type === "seen") await outside.tellSeen(conversationId, newest);
      await announceTalkChange(bot_id, conversationId);
    };
  }

  async function storeFollowState(
    tx: Kysely<DB>,
    unhandledEvent: store.UnhandledEvent,
  ): Promise<PublishEvents> {
    const lockedPerson = await people.lockOrCreatePerson(tx, {
      pageId: unhandledEvent.page_id,
      externalId: unhandledEvent.person,
    });
    if (!lockedPerson) return doNotPublish;
    const { id, bot_id, conversation_id } = lockedPerson.person;
    const isFollowing = unhandledEvent.event.type === "follow";
    if (isFollowing) await people.storeLastAct(tx, id, new Date(unhandledEvent.event.at));
    else await people.setFollowState(tx, id, false);
    return conversation_id === null ? doNotPublish : () => announceTalkChange(bot_id, conversation_id);
  }

  /** Announces a change of the conversation to everybody who works on the person's bot. */
  async function announceToAgents(
    tx: Kysely<DB>,
    unhandledEvent: store.UnhandledEvent,
  ): Promise<PublishEvents> {
    const lockedPerson = await people.lockOrCreatePerson(tx, {
      pageId: unhandledEvent.page_id,
      externalId: unhandledEvent.person,
    });
    const { conversation_id, bot_id } = lockedPerson?.person ?? {};
    return conversation_id && bot_id ? () => announceTalkChange(bot_id, conversation_id) : doNotPublish;
  }

  /**
   * Handles one event. Returns "later" if the event must be tried again soon, and "files" if its files must be fetched
   * first.
   */
  return async function handleEvent(
    tx: Kysely<DB>,
    unhandledEvent: store.UnhandledEvent,
  ): Promise<PublishEvents | "later" | "files"> {
    const { event } = unhandledEvent;
    switch (event.type) {
      case "message":
        return storeMessage(tx, unhandledEvent, false);
      case "echo": {
        const { messageId, text } = event;
        const echoedMessage = {
          pageId: unhandledEvent.page_id,
          person: unhandledEvent.person,
          messageId,
          text,
        };
        // Lock the person first and the message's platform calls second, as the retry of a message does. A different
        // order could cause a deadlock.
        await people.lockKnownPerson(tx, {
          pageId: unhandledEvent.page_id,
          externalId: unhandledEvent.person,
        });
        if (await markEchoedCallSent(tx, echoedMessage, event.isOurs))
          return announceToAgents(tx, unhandledEvent);
        if (!event.isOurs && (await mayHaveSentEchoedMessage(tx, echoedMessage))) return "later";
        return event.isOurs ? doNotPublish : storeMessage(tx, unhandledEvent, true);
      }
      case "delivered":
      case "seen":
        return storeReceipt(tx, unhandledEvent);
      case "follow":
      case "unfollow":
        return storeFollowState(tx, unhandledEvent);
      case "unknown":
        return doNotPublish;
    }
  };
}
