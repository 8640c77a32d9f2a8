import type { Language } from "@kakehashi/contract/languages";
import type { SystemLine } from "@kakehashi/contract/lines";
import type { Message } from "@kakehashi/contract/messages";
import type { MessageTranslation } from "@kakehashi/contract/translation-states";
import { createEvents, type Events as EventsOf } from "../../kit/events.ts";
import type { Log } from "../../kit/log.ts";

/**
 * The domain events of the product. The feature that causes an event publishes it after its commit. Other features
 * subscribe to the event when they are created.
 *
 * "Published in the transaction" means that the event is also, or only, passed to the `onWrite` listeners before the
 * commit.
 */
export interface DomainEventPayloads {
  /** Somebody sent a root message or a reply. */
  MessageSent: { message: Message };
  /** An author changed the text of a message. */
  MessageEdited: { before: Message; after: Message };
  /**
   * Something about a message other than its text changed: a pin, a bookmark, a removed file, link previews, or the
   * number of replies.
   */
  MessageChanged: { message: Message };
  /**
   * An author corrected the language of a message. Published in the transaction of the correction, before the
   * translations change.
   */
  LanguageCorrected: { message: Message; before: Language };
  ReactionChanged: { message: Message };
  MessageDeleted: { message: Message };

  /**
   * A translation changed, or somebody began or stopped translating. `message.translations` contains the new state.
   * Published in the transaction of the change, even if the change is a new text of the message.
   */
  TranslationChanged: { message: Message };
  /**
   * Somebody wrote a translation, or restored an earlier translation of the original's current text. Published in the
   * transaction of the change, like `TranslationApproved` and `TranslationRejected`.
   */
  TranslationSubmitted: TranslationEventPayload;
  TranslationApproved: TranslationEventPayload;
  TranslationRejected: TranslationEventPayload;

  /**
   * A room's name, members or roles changed. If the cause is the deletion of a member's account, `userId` names this
   * member.
   */
  RoomChanged: {
    roomId: string;
    seq: number;
    name: string | null;
    memberCount: number;
    line?: SystemLine;
    userId?: string;
  };
  MemberJoined: { roomId: string; userId: string };
  /** A member left a room. `seq` is the change number of this change in the room. */
  MemberLeft: { roomId: string; userId: string; seq: number };
  /**
   * A room may have changed, but its members got no event about it. So their clients should look for changes. `seq` is
   * the number of the room's last change.
   */
  ChangesMissed: { roomId: string; seq: number };

  /**
   * An answer to a customer on an outside platform began to wait for its translation into `language`, or stopped
   * waiting. `isOverdue` means that the answer has waited too long and that the server has not asked a translator yet.
   */
  AnswerWaitChanged: { message: Message; botId: string; language: Language; isOverdue: boolean };

  /** A person was removed from a bot. Published in the transaction of the removal. */
  BotPersonRemoved: { botId: string; userId: string };

  /** A person with the role of host changed a project's texts. Published in the transaction of the change. */
  ProjectChanged: { projectId: string };

  ReadMoved: { userId: string; roomId: string; mark: RoomReadMark };
  /**
   * A person has read more replies in a thread. `seq` is the change number of the newest reply that the person has
   * read.
   */
  ThreadReadMoved: { userId: string; roomId: string; parentId: string; seq: number; mark: ThreadReadMark };

  /** A person's role, profile, picture or e-mail address changed. */
  AccountChanged: { userId: string };
  /** An admin gave a person another role. Published in the transaction of the change. */
  RoleChanged: { userId: string };
  /** A person's private settings changed. */
  SettingsChanged: { userId: string };
  AccountDeleted: { userId: string };
  /** An e-mail address was confirmed for the first time. Published in the transaction of the confirmation. */
  AddressConfirmed: { userId: string };

  /** A mail failed, or the state of a failed mail changed: it was sent after all, or it will be retried. */
  FailedMailsChanged: { mailId: string };
  /** An admin accepted, refused, blocked or unblocked a profile. */
  ProfileDecided: { userId: string };
  /** The content of the public web pages changed. */
  SiteChanged: object;
  /** An admin answered a contact message or changed its state. */
  ContactHandled: { contactId: string };
}

interface TranslationEventPayload {
  /** The message after the change. */
  message: Message;
  translation: MessageTranslation;
  /** The id of the person who made the change. */
  userId: string;
}

interface RoomReadMark {
  read_number: number;
  unread_count: number;
  mention_count: number;
  /** The number of the room's last change. */
  seq: number;
}

interface ThreadReadMark {
  read_number: number;
  unread_count: number;
}

export type Events = EventsOf<DomainEventPayloads>;

export const createDomainEvents = ({ log }: { log: Log }): Events =>
  createEvents<DomainEventPayloads>(log.child({ feature: "events" }));
