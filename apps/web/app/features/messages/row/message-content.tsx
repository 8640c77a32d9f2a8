import { canAskForTranslation } from "@kakehashi/contract/askable";
import type { Message } from "@kakehashi/contract/messages";
import { IconLanguage, IconPinFilled } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "../../../i18n/use-translation.tsx";
import { useReader } from "../../auth/reader.ts";
import {
  isInForeignLanguage,
  replaceTextByTranslation,
  translationForReader,
} from "../../conversations/in-reader-language.ts";
import { isOnlyEmojis } from "./emojis-alone.ts";
import { FoldableText } from "./foldable-text.tsx";
import { isTranslatedInto } from "./is-translated-into.ts";
import styles from "./message-row.module.css";
import { CheckableTranslations, TranslatedMessage, UntranslatedLine } from "./translation-line.tsx";
import { useTranslationEditor } from "./translation-writing.tsx";

/**
 * The text of a message in the reader's language, with its marks. `isLinkTarget` means that a link points to this
 * message.
 */
export function MessageContent({ message, isLinkTarget }: { message: Message; isLinkTarget: boolean }) {
  const reader = useReader();
  const writing = useTranslationEditor(message);
  if (message.deleted) return <DeletedMessageText />;
  const translation = translationForReader(message, reader);
  const mayAskForTranslation =
    !translation && isInForeignLanguage(message, reader) && canAskForTranslation(message);
  return (
    <>
      {translation ? (
        <TranslatedMessage message={message} translation={translation} writing={writing}>
          <TextWithMarks
            message={replaceTextByTranslation(message, translation)}
            isLinkTarget={isLinkTarget}
            isProgressShown
          />
        </TranslatedMessage>
      ) : (
        <TextWithMarks message={message} isLinkTarget={isLinkTarget} isProgressShown={mayAskForTranslation} />
      )}
      {mayAskForTranslation ? (
        <UntranslatedLine message={message} writing={writing} />
      ) : (
        !translation &&
        message.translations &&
        reader.languages[1] && <CheckableTranslations message={message} />
      )}
      {writing.editor}
    </>
  );
}

interface TextWithMarksProps {
  message: Message;
  isLinkTarget: boolean;
  /**
   * Whether another element of the row already says that the message waits for a translation. In this case the bookmark
   * is hidden, because it says the same.
   */
  isProgressShown: boolean;
}

function TextWithMarks({ message, isLinkTarget, isProgressShown }: TextWithMarksProps) {
  const { id, content, language, edited, pinned, files, outside } = message;
  const bookmarked = message.bookmarked && !isProgressShown && !isFullyTranslated(message);
  // A message without text consists only of its files. For screen readers it is a group, named by the files.
  const fileGroupProps = content === "" && {
    role: "group",
    "aria-label": files.map(({ name }) => name).join(", "),
    ...(outside && { "aria-labelledby": `outside-${id}` }),
  };
  return (
    <div
      className={styles.content}
      lang={language}
      data-large={isOnlyEmojis(content) || undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: its actions have to be reached by the keyboard
      tabIndex={0}
      data-message
      data-focus-fallback
      {...fileGroupProps}
    >
      {content !== "" && <FoldableText id={id} content={content} isLinked={isLinkTarget} />}
      {(edited || pinned || bookmarked) && (
        <MessageMarks edited={edited} pinned={pinned} bookmarked={bookmarked} />
      )}
    </div>
  );
}

/**
 * Whether people have written all requested translations. Machine translations do not count, because a translator still
 * has to check them.
 */
const isFullyTranslated = (message: Message) => {
  const { translations = [] } = message;
  return translations.length > 0 && translations.every(({ language }) => isTranslatedInto(message, language));
};

// Deleted and translated messages need `useTranslation`, so they have components of their own. Other messages must not
// call it, because the call takes as long as rendering the message.
function DeletedMessageText() {
  const { t } = useTranslation("messages");
  return <p className={styles.deleted}>{t("deleted")}</p>;
}

/**
 * The marks of a message, such as “edited”. After a single paragraph, they are on the same line. After a longer text,
 * they have a line of their own.
 */
function MessageMarks({ edited, pinned, bookmarked }: Pick<Message, "edited" | "pinned" | "bookmarked">) {
  const { t, i18n } = useTranslation("messages");
  return (
    <span className={styles.marks} lang={i18n.language}>
      {edited && <MessageMark>{t("edited")}</MessageMark>}
      {pinned && (
        <MessageMark>
          <IconPinFilled size={12} aria-hidden="true" /> {t("pinned")}
        </MessageMark>
      )}
      {bookmarked && (
        <MessageMark>
          <IconLanguage size={13} aria-hidden="true" />
          <span className={styles.waiting} aria-hidden="true" /> {t("bookmarked")}
        </MessageMark>
      )}
    </span>
  );
}

function MessageMark({ children }: { children: ReactNode }) {
  return (
    <>
      {
        /* Separate the mark by a space and not by a margin, which would indent a mark at the start of a line. */ " "
      }
      <span>{children}</span>
    </>
  );
}
