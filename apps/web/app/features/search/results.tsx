import { createMessagePath } from "@kakehashi/contract/address";
import type { MessageHit, SearchResults, SearchType } from "@kakehashi/contract/search";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Avatar } from "../../kit/ui/avatar.tsx";
import { ItemErrorBoundary } from "../../kit/ui/boundary.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { conversationName } from "../conversations/name.ts";
import { ConversationPicture } from "../conversations/picture.tsx";
import grid from "../files/browser.module.css";
import { SharedFileCard } from "../files/browser.tsx";
import { PersonName } from "../profiles/name-in-other-script.tsx";
import { hasProfileCard } from "../profiles/people.ts";
import { PersonLine } from "../profiles/person-line.tsx";
import { HighlightedText } from "./marked.tsx";
import styles from "./results.module.css";

/** The search results, with a section for each kind. On the overview, each section links to all results of its kind. */
export function SearchResultsByKind({
  results,
  type,
  hasMore,
  addressOfResultType,
}: {
  results: SearchResults;
  type: SearchType;
  hasMore: Readonly<Record<keyof SearchResults, boolean>>;
  addressOfResultType: (type: SearchType) => string;
}) {
  const { t } = useTranslation("search");
  const renderSection = (name: keyof SearchResults, content: ReactNode) =>
    results[name].length > 0 && (
      <section className={styles.resultSection} aria-label={t(name)}>
        {type === "all" && (
          <header className={styles.head}>
            <h2 className={styles.title}>{t(name)}</h2>
            {hasMore[name] && (
              <Link className={styles.moreLink} to={addressOfResultType(name)}>
                {t("more")}
              </Link>
            )}
          </header>
        )}
        {content}
      </section>
    );
  return (
    <>
      {renderSection("conversations", <RoomResults rooms={results.conversations} />)}
      {renderSection("people", <PeopleResults people={results.people} />)}
      {renderSection(
        "messages",
        <ul className={styles.list}>
          {results.messages.map((hit) => (
            <li key={hit.message_id}>
              <ItemErrorBoundary resetKey={hit}>
                <MessageResult hit={hit} />
              </ItemErrorBoundary>
            </li>
          ))}
        </ul>,
      )}
      {renderSection(
        "files",
        <ul className={grid.grid}>
          {results.files.map((file) => (
            <SharedFileCard key={file.id} file={file} allFiles={results.files} />
          ))}
        </ul>,
      )}
    </>
  );
}

function RoomResults({ rooms }: { rooms: SearchResults["conversations"] }) {
  const { t } = useTranslation(["conversations", "common"]);
  return (
    <ul className={styles.list}>
      {rooms.map((room) => (
        <li key={room.id}>
          <Link className={styles.row} to={`/chat/${room.id}`}>
            <ConversationPicture conversation={room} />
            {room.partner ? (
              <PersonName className={styles.name} person={room.partner} />
            ) : (
              <span className={styles.name}>{conversationName(room, t)}</span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function PeopleResults({ people }: { people: SearchResults["people"] }) {
  return (
    <ul className={styles.list}>
      {people.map((person) => (
        <li key={person.id}>
          <button type="button" className={styles.row} data-card={person.id}>
            <PersonLine person={person} />
          </button>
        </li>
      ))}
    </ul>
  );
}

function MessageResult({ hit }: { hit: MessageHit }) {
  const { t } = useTranslation(["search", "conversations", "searchFilters"]);
  const format = useFormat();
  const { t: tRoom } = useTranslation(["conversations", "common"]);
  const { conversation, user, excerpt, marks, created_at, language, message_id, parent_id } = hit;
  const cardProps = hasProfileCard(user) ? { "data-card": user.id } : undefined;
  const name = <PersonName className={styles.name} person={user} />;
  return (
    <div className={styles.message}>
      <span className={styles.face} {...cardProps}>
        <Avatar id={user.id} name={user.name} image={user.avatar} />
      </span>
      <span className={styles.textColumn}>
        <span className={styles.heading}>
          {cardProps ? (
            <button type="button" className={styles.author} {...cardProps}>
              {name}
            </button>
          ) : (
            name
          )}
          <span className={styles.conversation}>
            {conversationName(conversation, tRoom)}
            {parent_id !== null && ` · ${t("searchFilters:inThread")}`}
          </span>
          <time className={styles.time} dateTime={created_at} title={format.fullDateTime(created_at)}>
            {format.timeOrDay(created_at)}
          </time>
        </span>
        <Link className={styles.messageLink} to={createMessagePath(conversation.id, message_id, parent_id)}>
          <span className={styles.excerpt} lang={language}>
            <HighlightedText text={excerpt} marks={marks} />
          </span>
        </Link>
      </span>
    </div>
  );
}
