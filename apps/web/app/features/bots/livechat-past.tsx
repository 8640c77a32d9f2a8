import { hasVisibleOutsideParts } from "@kakehashi/contract/askable";
import type { LivechatDetail } from "@kakehashi/contract/bot-livechat";
import { replaceMentionsByNames } from "@kakehashi/contract/mentions";
import { IconPaperclip, IconStarFilled } from "@tabler/icons-react";
import { Fragment, Suspense } from "react";
import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { useReader } from "../auth/reader.ts";
import { translateMessageForReader } from "../conversations/in-reader-language.ts";
import { OutsideMessageExtras, SystemLineRow } from "../messages/door.ts";
import { useNameInLineFormatter } from "../profiles/name-in-other-script.tsx";
import styles from "./livechat.module.css";
import { createVariableFormatter } from "./variable-text.ts";

interface PastMessagesProps {
  talk: LivechatDetail;
  /** The accessible name of the list of messages, for screen readers. */
  label: string;
  /** A text that is shown above the messages. Null for none. */
  note: string | null;
}

/**
 * Shows the system messages that stand between two messages. `after` and `before` are the `number`s of the two
 * messages.
 */
const SystemLinesBetween = ({
  talk: { lines },
  after,
  before,
}: {
  talk: LivechatDetail;
  after: number;
  before: number;
}) =>
  lines
    .filter(({ number }) => number >= after && number < before)
    .map((line) => (
      <li key={line.seq} data-line>
        <SystemLineRow lines={[line]} />
      </li>
    ));

/**
 * The newest messages of a chat with a visitor, without a composer. Readers need not be members of its conversation.
 * Used for the chats of linked customers.
 */
export function TalkMessages({ talk, label, note }: PastMessagesProps) {
  const { t } = useTranslation("messages");
  const { time } = useFormat();
  const reader = useReader();
  const formatNameInLine = useNameInLineFormatter();
  const names = new Map(talk.people.map((person) => [person.id, formatNameInLine(person)]));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
    <section className={styles.past} aria-label={label} tabIndex={0}>
      {/* The messages scroll in a box of their own. At first it shows the end, where the newest message is. */}
      <div>
        {note !== null && <p className={styles.note}>{note}</p>}
        <ol>
          <SystemLinesBetween
            talk={talk}
            after={0}
            before={talk.messages[0]?.number ?? Number.POSITIVE_INFINITY}
          />
          {talk.messages.map((message, index) => {
            const { id, number, user_id, kind, created_at, files, outside: outsideParts } = message;
            const messageForReader = translateMessageForReader(message, reader);
            const nextNumber = talk.messages[index + 1]?.number ?? Number.POSITIVE_INFINITY;
            return (
              <Fragment key={id}>
                <li data-visitor={user_id === talk.visitor.id || undefined} data-kind={kind}>
                  <p className={styles.author}>
                    <strong>{names.get(user_id)}</strong>{" "}
                    <time dateTime={created_at}>{time(created_at)}</time>
                  </p>
                  {messageForReader.content !== "" && (
                    <p lang={messageForReader.language}>{replaceMentionsByNames(messageForReader.content)}</p>
                  )}
                  {messageForReader !== message && (
                    <p className={styles.original} lang={message.language}>
                      {replaceMentionsByNames(message.content)}
                    </p>
                  )}
                  {kind === "NOTE" && <p className={styles.internal}>{t("noteLine")}</p>}
                  {files.map((file) => (
                    <p key={file.id} className={styles.file}>
                      <IconPaperclip size={16} stroke={1.6} aria-hidden="true" />
                      {file.name}
                    </p>
                  ))}
                  {outsideParts && hasVisibleOutsideParts(message) && (
                    <Suspense fallback={null}>
                      <OutsideMessageExtras id={id} parts={outsideParts} />
                    </Suspense>
                  )}
                </li>
                <SystemLinesBetween talk={talk} after={number} before={nextNumber} />
              </Fragment>
            );
          })}
        </ol>
      </div>
    </section>
  );
}

/**
 * Shows the variables and tags that the bot has stored about the visitor. They are initially hidden unless `isOpen` is
 * true.
 */
export function VisitorFacts({
  botId,
  talk,
  isOpen = false,
}: {
  botId: string;
  talk: LivechatDetail;
  isOpen?: boolean;
}) {
  const { t, i18n } = useTranslation("bots");
  const { variables, tags, session_id } = talk;
  const formatVariable = createVariableFormatter(talk, i18n.language);
  return (
    <details className={styles.known} open={isOpen}>
      <summary>{t("chatKnown")}</summary>
      {variables.length === 0 && tags.length === 0 && <p className={styles.note}>{t("chatKnowsNothing")}</p>}
      <dl>
        {variables.map((variable) => (
          <div key={variable.name}>
            <dt>{variable.name}</dt>
            <dd>{formatVariable(variable)}</dd>
          </div>
        ))}
        {tags.length > 0 && (
          <div>
            <dt>{t("chatTags")}</dt>
            <dd>{tags.join(", ")}</dd>
          </div>
        )}
      </dl>
      {session_id !== null && (
        <Link className={styles.replayLink} to={`/bots/${botId}/sessions/${session_id}`}>
          {t("chatReplay")}
        </Link>
      )}
    </details>
  );
}

/** The visitor's rating of the chat. Renders nothing if the visitor has given none. */
export function VisitorRating({
  talk: { rating, visitor },
}: {
  talk: Pick<LivechatDetail, "rating" | "visitor">;
}) {
  const { t } = useTranslation("bots");
  if (!rating) return null;
  return (
    <p className={styles.rating}>
      <IconStarFilled size={16} aria-hidden="true" />
      <span>
        {t("chatRated", { rating: rating.rating })}
        {rating.comment !== null && <q lang={visitor.language ?? undefined}>{rating.comment}</q>}
      </span>
    </p>
  );
}
