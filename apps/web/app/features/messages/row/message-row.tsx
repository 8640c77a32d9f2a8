import { isMentioned } from "@kakehashi/contract/mentions";
import type { Message } from "@kakehashi/contract/messages";
import { hasWords } from "@kakehashi/contract/spoken";
import { isCurrent } from "@kakehashi/contract/translation-states";
import { IconLanguage, IconPinFilled } from "@tabler/icons-react";
import { type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { loadTexts } from "../../../i18n/browser.ts";
import type { Format } from "../../../kit/format.ts";
import { onLongPress } from "../../../kit/long-press.ts";
import { Boundary } from "../../../kit/ui/boundary.tsx";
import { useWanted } from "../../../kit/ui/late.ts";
import { MissingDialog, MissingQuietly, MissingToast, part } from "../../../kit/ui/part.tsx";
import { useReader } from "../../auth/reader.ts";
import { asRead, isForeign, translationRead } from "../../conversations/as-read.ts";
import { MessageFiles } from "../../files/message-files.tsx";
import { useChatActions } from "../state/chat-context.ts";
import { isEmojisAlone } from "./emojis-alone.ts";
import { FoldableText } from "./foldable-text.tsx";
import { followHover } from "./follow-hover.ts";
import styles from "./message-row.module.css";
import { Reactions } from "./reactions.tsx";
import { Gutter, Heading } from "./row-head.tsx";
import { ThreadLine } from "./thread-line.tsx";
import { Translated, Untranslated } from "./translation-line.tsx";

// Loaded on its own: the menus are larger than the code of all messages, and nobody needs them before they
// point at a message.
/** Loads the texts that the opened parts need as well. */
const withTexts = async <T,>(code: Promise<T>): Promise<T> =>
  (await Promise.all([code, loadTexts("room")]))[0];
const loadToolbar = () => withTexts(import("./toolbar.tsx"));
const Toolbar = part(async () => (await loadToolbar()).Toolbar, MissingQuietly);
const loadSheet = () => withTexts(import("./message-sheet.tsx"));
const MessageSheet = part(async () => (await loadSheet()).MessageSheet, MissingDialog);
// These load after the messages.
const SeenFaces = part(async () => (await import("./seen-faces.tsx")).SeenFaces, MissingQuietly);
const LinkPreviews = part(async () => (await import("./link-previews.tsx")).LinkPreviews, MissingQuietly);
const PickMark = part(async () => (await import("./picking.tsx")).PickMark, MissingQuietly);
const loadEditBox = () => import("./edit-box.tsx");
const EditBox = part(async () => (await loadEditBox()).EditBox, MissingEditBox);

const prepareCode = async () => (await import("./prepare-code.ts")).prepareCode();

let prepared = false;

/**
 * Loads the code that a message needs when it is hovered or scrolled to, in case the connection is lost later. It runs
 * once for all rooms. The next room retries what failed.
 */
export function prepareRows(format: Format): void {
  format.list([]);
  if (prepared) return;
  prepared = true;
  const fingers = matchMedia("(any-pointer: coarse)").matches;
  void Promise.all([loadToolbar(), loadEditBox(), prepareCode(), fingers && loadSheet()]).catch(() => {
    prepared = false;
  });
}

interface Props {
  message: Message;
  grouped: boolean;
  /** Whether a link points to this message. */
  found: boolean;
  /** Whether this is the reader's last message in the room. It shows who has read it. */
  last?: boolean;
}

export function MessageRow({ message, grouped, found, last }: Props) {
  const { userId, editing: edited, picked } = useChatActions();
  const [active, setActive] = useState<"pointed" | "touched" | null>(null);
  const [held, setHeld] = useState(false);
  const press = useRef<ReturnType<typeof setTimeout>>(undefined);
  const row = useRef<HTMLElement>(null);
  const { id, user_id, created_at, content, deleted } = message;
  const editing = edited === id;
  const can = !deleted && !editing && !picked;
  const shows = (active === "pointed" || held) && can;
  const touched = active === "touched" && can;
  // React events also bubble from what this row has opened elsewhere in the document. So `contains` is checked below.
  const wanted = useWanted(touched);

  /** The toolbar that a touch opened is a layer: the focus moves into it, and Escape closes it. */
  const point = (pointed: boolean) =>
    setActive((now) => (now === "touched" ? now : pointed ? "pointed" : null));

  return (
    <article
      ref={row}
      className={styles.row}
      id={`message-${id}`}
      data-pressable
      data-grouped={grouped || undefined}
      data-found={found || undefined}
      data-active={shows || undefined}
      data-touched={touched || undefined}
      data-mentioned={(user_id !== userId && isMentioned(content, userId)) || undefined}
      onPointerOver={(event) => followHover(event, point)}
      onPointerLeave={() => clearTimeout(press.current)}
      onPointerDown={({ pointerType, currentTarget, target }) => {
        if (pointerType === "touch" && can && currentTarget.contains(target as Node))
          press.current = onLongPress(() => setActive("touched"));
      }}
      // Prevents the browser's long-press menu, which would cover the sheet. Text inside the sheet keeps it.
      onContextMenu={(event) => {
        const { nativeEvent, currentTarget, target } = event;
        const { pointerType } = nativeEvent as PointerEvent;
        if (pointerType === "touch" && can && currentTarget.contains(target as Node)) event.preventDefault();
      }}
      onPointerUp={({ pointerType }) => pointerType === "touch" && clearTimeout(press.current)}
      onPointerCancel={() => clearTimeout(press.current)}
      // Only for keyboard focus: a tap also focuses. Not while editing: the field would be removed without a question.
      onFocus={({ target }) => !editing && target.matches(":focus-visible") && point(true)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) point(false);
      }}
    >
      {picked && (
        <Suspense fallback={null}>
          <PickMark message={message} />
        </Suspense>
      )}
      <Gutter userId={user_id} moment={created_at} grouped={grouped} />
      <div className={styles.textColumn}>
        {!grouped && <Heading userId={user_id} moment={created_at} />}
        {editing ? (
          <Suspense fallback={<Words message={message} found={false} />}>
            <EditBox message={message} />
          </Suspense>
        ) : (
          <Words message={message} found={found} />
        )}
        {message.files.length > 0 && (
          <Boundary of={message.files} fallback={nothing}>
            <MessageFiles files={message.files} />
          </Boundary>
        )}
        {message.previews && (
          <Boundary of={message.previews} fallback={nothing}>
            <Suspense fallback={null}>
              <LinkPreviews previews={message.previews} />
            </Suspense>
          </Boundary>
        )}
        {message.reactions.length > 0 && <Reactions message={message} />}
        {message.reply_count > 0 && <ThreadLine message={message} />}
        {last && !deleted && (
          <Suspense fallback={null}>
            <SeenFaces message={message} />
          </Suspense>
        )}
      </div>
      {shows && (
        <Suspense fallback={null}>
          <Toolbar message={message} onHold={setHeld} />
        </Suspense>
      )}
      {wanted && (
        <Suspense fallback={null}>
          <MessageSheet message={message} opened={touched} onClose={() => setActive(null)} row={row} />
        </Suspense>
      )}
    </article>
  );
}

const nothing = () => null;

/** Closes the edit mode when the code of the edit box fails to load. */
function MissingEditBox(): ReactNode {
  const { edit } = useChatActions();
  const end = useEffectEvent(() => edit(null, false));
  useEffect(() => end(), []);
  return <MissingToast />;
}

/** Shows the plain text of a message whose row failed to render. */
export function PlainRow({ id, content }: { id?: string; content: string }) {
  return (
    <article className={styles.row} id={id && `message-${id}`}>
      <span className={styles.picture} />
      <div className={styles.textColumn}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys lead from message to message */}
        <div className={styles.content} tabIndex={0} data-message data-focus-fallback>
          {content}
        </div>
      </div>
    </article>
  );
}

function Words({ message, found }: { message: Message; found: boolean }) {
  const reader = useReader();
  const { content, deleted } = message;
  if (deleted) return <Deleted />;
  const translation = translationRead(message, reader);
  if (translation)
    return (
      <Translated message={message} translation={translation}>
        <Text message={asRead(message, reader)} found={found} told />
      </Translated>
    );
  const ask = isForeign(message, reader) && hasWords(content);
  return (
    <>
      <Text message={message} found={found} told={ask} />
      {ask && <Untranslated message={message} />}
    </>
  );
}

interface TextProps {
  message: Message;
  found: boolean;
  /** Whether another element shows that it waits for a translation. */
  told: boolean;
}

function Text({ message, found, told }: TextProps) {
  const { content, language, edited, pinned, files } = message;
  const bookmarked = message.bookmarked && !told && !isDone(message);
  // A message with only files: the focused element is named after the files, and the focus ring stands around
  // them.
  const named = content === "" && { role: "group", "aria-label": files.map(({ name }) => name).join(", ") };
  return (
    <div
      className={styles.content}
      lang={language}
      data-large={isEmojisAlone(content) || undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: its actions have to be reached by the keyboard
      tabIndex={0}
      data-message
      data-focus-fallback
      {...named}
    >
      {content !== "" && <FoldableText id={message.id} content={content} found={found} />}
      {(edited || pinned || bookmarked) && <Marks edited={edited} pinned={pinned} bookmarked={bookmarked} />}
    </div>
  );
}

/** Whether all requested translations are written. */
const isDone = ({ translations = [], revision }: Message) =>
  translations.length > 0 && translations.every((one) => isCurrent(one, { revision }));

// These are separate components, because most messages show neither, and looking up a translation costs as
// much as rendering the message.
function Deleted() {
  const { t } = useTranslation("messages");
  return <p className={styles.deleted}>{t("deleted")}</p>;
}

/**
 * The marks, such as "edited", follow the text of a single paragraph. Otherwise they are on a line of their
 * own.
 */
function Marks({ edited, pinned, bookmarked }: Pick<Message, "edited" | "pinned" | "bookmarked">) {
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
          <IconLanguage size={13} aria-hidden="true" />
          <span className={styles.waiting} aria-hidden="true" /> {t("bookmarked")}
        </Mark>
      )}
    </span>
  );
}

function Mark({ children }: { children: ReactNode }) {
  return (
    <>
      {/* Use a space and not a margin: at the start of a line it takes no room. */ " "}
      <span>{children}</span>
    </>
  );
}
