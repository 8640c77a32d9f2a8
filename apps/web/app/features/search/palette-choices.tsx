import { createMessagePath } from "@kakehashi/contract/address";
import { isolateDirection } from "@kakehashi/contract/direction";
import type { ConversationHit } from "@kakehashi/contract/search";
import { IconArrowRight, IconMessage, IconSearch } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Avatar } from "../../kit/ui/avatar.tsx";
import { conversationName } from "../conversations/name.ts";
import { ConversationPicture } from "../conversations/picture.tsx";
import { useConversations } from "../conversations/use-conversations.ts";
import { FileTypeIcon } from "../files/file-type-icon.tsx";
import { PersonName, useNameInLineFormatter } from "../profiles/name-in-other-script.tsx";
import { HighlightedText } from "./marked.tsx";
import { useQuickSearch } from "./queries.ts";

/** A destination in the quick switcher: a conversation, a person, a page, a message or a file. */
export interface SwitcherDestination {
  readonly key: string;
  readonly group: "conversations" | "people" | "pages" | "messages" | "files";
  readonly label: ReactNode;
  readonly note?: ReactNode;
  readonly icon: ReactNode;
  readonly to: string;
  /**
   * The id of a person. Choosing this destination opens the reader's conversation with that person. If there is no such
   * conversation, it is created.
   */
  readonly personId?: string;
}

/** A page of the workspace that the quick switcher offers. */
export interface SwitcherPage {
  readonly to: string;
  readonly name: string;
}

/** The number of conversations that are listed before the reader types. */
const maxRecentRooms = 6;
const iconProps = { size: 20, stroke: 1.6, "aria-hidden": true } as const;

const normalizeName = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .replaceAll("đ", "d")
    .toLowerCase();

/**
 * Returns the destinations that match the text of the quick switcher. Without a text, returns the latest conversations
 * and all pages. While there are no results of the server yet, returns only matching pages and the link to the search
 * page.
 */
export function useSwitcherDestinations(
  searchText: string,
  pageChoices: readonly SwitcherPage[],
): { choices: SwitcherDestination[]; isAnswered: boolean } {
  const { t } = useTranslation(["search", "conversations", "common"]);
  const { t: tRoom } = useTranslation(["conversations", "common"]);
  const formatPersonName = useNameInLineFormatter();
  const rooms = useConversations().list ?? [];
  const { data: results, isPlaceholderData, error } = useQuickSearch(searchText);
  /**
   * Turns a found conversation into a destination of the quick switcher, with the name and picture from the
   * conversation list. All rooms of a project have the same name, so the kind of room is added.
   */
  const toRoomChoice = (room: ConversationHit): SwitcherDestination => ({
    key: room.id,
    group: "conversations",
    label: room.partner ? <PersonName person={room.partner} /> : conversationName(room, tRoom),
    icon: <ConversationPicture conversation={room} />,
    to: `/chat/${room.id}`,
  });
  const pages = pageChoices
    .filter(({ name }) => normalizeName(name).includes(normalizeName(searchText)))
    .map(
      ({ to, name }): SwitcherDestination => ({
        key: to,
        group: "pages",
        label: name,
        icon: <IconArrowRight {...iconProps} />,
        to,
      }),
    );
  if (searchText === "") {
    const latestRoomChoices = rooms.slice(0, maxRecentRooms).map(toRoomChoice);
    return { choices: [...latestRoomChoices, ...pages], isAnswered: true };
  }
  const searchAllChoice: SwitcherDestination = {
    key: "all",
    group: "messages",
    label: t("showAll", { query: searchText }),
    icon: <IconSearch {...iconProps} />,
    to: `/search?q=${encodeURIComponent(searchText)}`,
  };
  if (!results) return { choices: [...pages, searchAllChoice], isAnswered: error !== null };
  const choices = [
    ...results.conversations.map(toRoomChoice),
    ...results.people.map(
      (person): SwitcherDestination => ({
        key: person.id,
        group: "people",
        label: <PersonName person={person} />,
        icon: <Avatar id={person.id} name={person.name} image={person.avatar} />,
        to: "/chat",
        personId: person.id,
      }),
    ),
    ...pages,
    ...results.files.map(
      ({ id, name, type, user, conversation_id, message_id, parent_id }): SwitcherDestination => ({
        key: id,
        group: "files",
        label: name,
        note: formatPersonName(user),
        icon: <FileTypeIcon type={type} />,
        to: message_id === null ? "/files" : createMessagePath(conversation_id, message_id, parent_id),
      }),
    ),
    ...results.messages.map(
      ({ message_id, parent_id, excerpt, marks, user, conversation }): SwitcherDestination => ({
        key: message_id,
        group: "messages",
        label: <HighlightedText text={excerpt} marks={marks} />,
        note: `${isolateDirection(formatPersonName(user))} · ${isolateDirection(conversationName(conversation, tRoom))}`,
        icon: <IconMessage {...iconProps} />,
        to: createMessagePath(conversation.id, message_id, parent_id),
      }),
    ),
    searchAllChoice,
  ];
  return { choices, isAnswered: !isPlaceholderData };
}
