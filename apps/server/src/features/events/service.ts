import type { SystemLine } from "@kakehashi/contract/lines";
import type { Message } from "@kakehashi/contract/messages";
import type { MessageTranslation } from "@kakehashi/contract/translation-states";
import { createEvents, type Events as EventsOf } from "../../kit/events.ts";
import type { Log } from "../../kit/log.ts";

/** What happens in the product. A feature publishes its facts after their commit; others listen in their `createX`. */
export interface Facts {
  /** Also a reply. */
  MessageSent: { message: Message };
  /** Its author wrote other words. */
  MessageEdited: { before: Message; after: Message };
  /** Something beside its words: pinned, bookmarked, a file removed, link previews, the count of its replies. */
  MessageChanged: { message: Message };
  ReactionChanged: { message: Message };
  MessageDeleted: { message: Message };

  /** A translation of it, or who is at it: `message.translations`. Written in its transaction, with an edit as well. */
  TranslationChanged: { message: Message };
  /** Somebody wrote one. Written in its transaction, as are the next two. */
  TranslationSubmitted: TranslationFact;
  TranslationApproved: TranslationFact;
  TranslationRejected: TranslationFact;

  /** Its name, who is in it, or their roles. `userId`: whose account was deleted. */
  RoomChanged: {
    roomId: string;
    seq: number;
    name: string | null;
    memberCount: number;
    line?: SystemLine;
    userId?: string;
  };
  MemberJoined: { roomId: string; userId: string };
  /** `seq`: the change in which they left. */
  MemberLeft: { roomId: string; userId: string; seq: number };
  /** Something may have changed in a room of which nobody was told; `seq` is its last change. */
  ChangesMissed: { roomId: string; seq: number };

  ReadMoved: { userId: string; roomId: string; mark: RoomReadMark };
  /** `seq`: the last change of the reply up to which they have read. */
  ThreadReadMoved: { userId: string; roomId: string; parentId: string; seq: number; mark: ThreadReadMark };

  /** A person's role, profile, picture or address. */
  AccountChanged: { userId: string };
  /** What a person sets for themselves alone. */
  SettingsChanged: { userId: string };
  AccountDeleted: { userId: string };
  /** For the first time. Written in the transaction that confirms it. */
  AddressConfirmed: { userId: string };

  /** A mail could not be sent, or one that could not be sent was sent or is tried again. */
  FailedMailsChanged: { mailId: string };
  /** An admin accepted, refused, blocked or unblocked a profile. */
  ProfileDecided: { userId: string };
  /** What readers of the public pages see. */
  SiteChanged: object;
  /** An admin answered a contact message, or marked it otherwise. */
  ContactHandled: { contactId: string };
}

interface TranslationFact {
  /** As it is now. */
  message: Message;
  translation: MessageTranslation;
  /** Who did it. */
  userId: string;
}

interface RoomReadMark {
  read_number: number;
  unread_count: number;
  mention_count: number;
  /** The room's last change. */
  seq: number;
}

interface ThreadReadMark {
  read_number: number;
  unread_count: number;
}

export type Events = EventsOf<Facts>;

export const createFacts = ({ log }: { log: Log }): Events =>
  createEvents<Facts>(log.child({ feature: "events" }));
