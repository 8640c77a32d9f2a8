import { isMentioned } from "@kakehashi/contract/mentions";
import type { Message } from "@kakehashi/contract/messages";
import { IconBookmarkFilled, IconPinFilled } from "@tabler/icons-react";
import { type ReactNode, Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Format } from "../../kit/format.ts";
import { MissingQuietly, part } from "../../kit/ui/part.tsx";
import { MessageFiles } from "../files/message-files.tsx";
import { EditBox } from "./edit-box.tsx";
import { isEmojisAlone } from "./emojis-alone.ts";
import { LinkPreviews } from "./link-previews.tsx";
import { onLongPress } from "./long-press.ts";
import styles from "./message-row.module.css";
import { MessageText, prepareCode } from "./message-text.tsx";
import { followPointer } from "./pointed.ts";
import { Reactions } from "./reactions.tsx";
import { useRoomActs } from "./room-context.ts";
import { Gutter, Heading } from "./row-head.tsx";
import { SeenFaces } from "./seen-faces.tsx";
import { ThreadLine } from "./thread-line.tsx";

// Its menus weigh more than the messages, and nobody needs them before they point at one.
const loadToolbar = () => import("./toolbar.tsx");
const Toolbar = part(async () => (await loadToolbar()).Toolbar, MissingQuietly);

let prepared = false;

/**
 * Has at hand what messages need that are pointed at or scrolled to, whatever becomes of the connection until then. Once
 * for all rooms; what could not be had is tried again with the next one.
 */
export function prepareRows(format: Format): void {
  format.list([]);
  if (prepared) return;
  prepared = true;
  void Promise.all([loadToolbar(), prepareCode()]).catch(() => {
    prepared = false;
  });
}

interface Props {
  message: Message;
  grouped: boolean;
  /** A link led here. */
  found: boolean;
  /** The reader's last word in the room: it shows who has read it. */
  last?: boolean;
}

export function MessageRow({ message, grouped, found, last }: Props) {
  const { userId, editing: edited } = useRoomActs();
  const [active, setActive] = useState<"pointed" | "touched" | null>(null);
  const [held, setHeld] = useState(false);
  const press = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { id, user_id, created_at, language, content, deleted } = message;
  const editing = edited === id;
  const shows = (active !== null || held) && !deleted && !editing;

  return (
    <article
      className={styles.row}
      id={`message-${id}`}
      data-grouped={grouped || undefined}
      data-found={found || undefined}
      data-active={shows || undefined}
      data-mentioned={(user_id !== userId && isMentioned(content, userId)) || undefined}
      onPointerOver={(event) => followPointer(event, (pointed) => setActive(pointed ? "pointed" : null))}
      onPointerLeave={() => clearTimeout(press.current)}
      onPointerDown={({ pointerType }) => {
        if (pointerType === "touch") press.current = onLongPress(() => setActive("touched"));
      }}
      onPointerUp={({ pointerType }) => pointerType === "touch" && clearTimeout(press.current)}
      onPointerCancel={() => clearTimeout(press.current)}
      // By the keyboard: a finger may only have tapped on it. Not while it is changed: its field goes without a word.
      onFocus={({ target }) => !editing && target.matches(":focus-visible") && setActive("pointed")}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setActive(null);
      }}
    >
      <Gutter userId={user_id} moment={created_at} grouped={grouped} />
      <div className={styles.words}>
        {!grouped && <Heading userId={user_id} moment={created_at} />}
        {editing ? <EditBox message={message} /> : <Words message={message} language={language} />}
        {message.files.length > 0 && <MessageFiles files={message.files} />}
        {message.previews && <LinkPreviews previews={message.previews} />}
        {message.reactions.length > 0 && <Reactions message={message} />}
        {message.reply_count > 0 && <ThreadLine message={message} />}
        {last && !deleted && <SeenFaces message={message} />}
      </div>
      {shows && (
        <Suspense fallback={null}>
          <Toolbar
            message={message}
            onHold={setHeld}
            touched={active === "touched"}
            close={() => setActive(null)}
          />
        </Suspense>
      )}
    </article>
  );
}

function Words({ message, language }: { message: Message; language: string }) {
  const { content, deleted, edited, pinned, bookmarked } = message;
  if (deleted) return <Deleted />;
  return (
    <div
      className={styles.content}
      lang={language}
      data-large={isEmojisAlone(content) || undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: its actions have to be reached by the keyboard
      tabIndex={0}
      data-message
      data-focus-fallback
    >
      {content !== "" && <MessageText content={content} />}
      {(edited || pinned || bookmarked) && <Marks message={message} />}
    </div>
  );
}

// Of their own: most messages have neither, and a text costs as much as the message to look up.
function Deleted() {
  const { t } = useTranslation("messages");
  return <p className={styles.deleted}>{t("deleted")}</p>;
}

/** Behind the words of a single paragraph; on a line of their own where there are no words, or several parts. */
function Marks({ message: { edited, pinned, bookmarked } }: { message: Message }) {
  const { t, i18n } = useTranslation("messages");
  return (
    <span className={styles.marks} lang={i18n.language}>
      {edited && <Mark>{t("edited")}</Mark>}
      {pinned && (
        <Mark>
          <IconPinFilled size={12} aria-hidden="true" /> {t("pinned")}
        </Mark>
      )}
      {bookmarked && (
        <Mark>
          <IconBookmarkFilled size={12} aria-hidden="true" /> {t("bookmarked")}
        </Mark>
      )}
    </span>
  );
}

function Mark({ children }: { children: ReactNode }) {
  return (
    <>
      {/* Not a margin: at the beginning of a line it takes no place. */ " "}
      <span>{children}</span>
    </>
  );
}
