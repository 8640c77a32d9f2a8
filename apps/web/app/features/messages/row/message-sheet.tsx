import type { Message } from "@kakehashi/contract/messages";
import { IconCursorText } from "@tabler/icons-react";
import { Fragment, type RefObject, Suspense, useEffect, useRef, useState } from "react";
import { loadTexts } from "../../../i18n/browser.ts";
import { useTranslation } from "../../../i18n/use-translation.tsx";
import { Avatar } from "../../../kit/ui/avatar.tsx";
import { createLazyComponent, LoadFailedToast } from "../../../kit/ui/part.tsx";
import { Sheet, SheetRow, SheetRows } from "../../../kit/ui/sheet.tsx";
import { useReader } from "../../auth/reader.ts";
import { translateMessageForReader } from "../../conversations/in-reader-language.ts";
import { createMessagePreview } from "../../conversations/preview.ts";
import { readRecentAndPopularEmojis } from "../../emojis/emojis.ts";
import { EmojiIcon } from "../../emojis/icon.tsx";
import { PersonName } from "../../profiles/name-in-other-script.tsx";
import { usePerson } from "../../profiles/people.ts";
import { useChatActions } from "../state/chat-context.ts";
import { useMessageActions } from "../state/use-message-actions.ts";
import { actionIconAndTextKey } from "./action-icons.ts";
import {
  isDestructive,
  listAvailableActions,
  type MessageAction,
  type MessageDialogName,
  opensDialog,
  runAction,
} from "./message-actions.ts";
import styles from "./message-sheet.module.css";
import { MessageText } from "./message-text.tsx";
import { MessageDialog } from "./message-window.tsx";
import { createRowLifter, type RowLifter } from "./row-lifter.ts";
import { useTranslationMenuEntries } from "./translation-menu-entries.ts";

const EmojiPicker = createLazyComponent(
  async () => (await Promise.all([import("../../emojis/picker.tsx"), loadTexts("emojis")]))[0].EmojiPicker,
  LoadFailedToast,
);

const iconProps = { size: 20, stroke: 1.6, "aria-hidden": true } as const;
/** How many emojis fit on a narrow phone beside the button for all emojis. */
const quickEmojiCount = 6;

interface MessageSheetProps {
  message: Message;
  opened: boolean;
  onClose: () => void;
  row: RefObject<HTMLElement | null>;
}

/** The actions on a message, opened by a long press. */
export function MessageSheet({ message, opened, onClose, row }: MessageSheetProps) {
  const { t } = useTranslation(["messages", "room"]);
  const room = useChatActions();
  const messageActions = useMessageActions();
  const currentEntries = useTranslationMenuEntries(message);
  const [translationEntries, setTranslationEntries] = useState(currentEntries);
  const [shownPanel, setShownPanel] = useState<"emojis" | "text" | null>(null);
  const [requestedDialog, setRequestedDialog] = useState<MessageDialogName | null>(null);
  const rowLifterRef = useRef<RowLifter>(null);
  const [wasOpened, setWasOpened] = useState(opened);
  if (wasOpened !== opened) {
    setWasOpened(opened);
    // Set the content when the sheet opens and not when it closes. Otherwise the content would change while the sheet
    // slides away.
    if (opened) {
      setShownPanel(null);
      setTranslationEntries(currentEntries);
    }
  }
  const actions = listAvailableActions(message, room, useReader().ownLanguage);

  useEffect(() => {
    const rowElement = row.current;
    if (!opened || !rowElement) return;
    const rowLifter = createRowLifter(rowElement);
    rowLifterRef.current = rowLifter;
    return () => {
      rowLifter?.restore();
      // When the sheet closes, forget the function that lifts the row. The sheet still reports its height while it
      // slides away, and these reports must not move the row.
      rowLifterRef.current = null;
    };
  }, [opened, row]);

  /**
   * Closes the sheet and then runs an action that opens something or moves the focus. Otherwise the closing sheet would
   * take the focus back.
   */
  function closeSheetThenRun(action: () => void): void {
    onClose();
    action();
  }
  const chooseAction = (action: MessageAction) =>
    closeSheetThenRun(() =>
      opensDialog(action) ? setRequestedDialog(action) : runAction(action, message, { room, messageActions }),
    );
  const toggleReaction = (type: string) => closeSheetThenRun(() => messageActions.react(message, type));
  const renderActionRow = (action: MessageAction) => {
    const { text, Icon } = actionIconAndTextKey(action, message);
    return (
      <SheetRow
        key={action}
        icon={<Icon {...iconProps} />}
        isDestructive={action === "delete"}
        onClick={() => chooseAction(action)}
      >
        {t(text)}
      </SheetRow>
    );
  };
  const panelTitles = { emojis: t("room:react"), text: t("room:selectText") };
  return (
    <>
      <Sheet
        opened={opened}
        onClose={onClose}
        title={shownPanel ? panelTitles[shownPanel] : t("room:actions")}
        header={shownPanel ? undefined : <MessageExcerpt message={message} />}
        returnFocusTo={() => row.current?.querySelector<HTMLElement>("[data-message]")}
        onHeightChange={(heightPx) => rowLifterRef.current?.liftAbove(heightPx)}
        onBack={shownPanel ? () => setShownPanel(null) : undefined}
      >
        {shownPanel === "emojis" && (
          <div className={styles.picker}>
            <Suspense fallback={null}>
              <EmojiPicker onPick={toggleReaction} />
            </Suspense>
          </div>
        )}
        {shownPanel === "text" && (
          <div className={styles.text} lang={message.language} data-still>
            <MessageText content={message.content} />
          </div>
        )}
        {shownPanel === null && (
          <>
            {!room.isClosed && (
              <QuickEmojis
                message={message}
                userId={room.userId}
                react={toggleReaction}
                openAllEmojis={() => setShownPanel("emojis")}
              />
            )}
            <SheetRows>
              {actions
                .filter((action) => !isDestructive(action))
                .map((action) => (
                  <Fragment key={action}>
                    {renderActionRow(action)}
                    {action === "askWith" &&
                      translationEntries.map((entry) => (
                        <SheetRow
                          key={entry.language}
                          icon={<entry.Icon {...iconProps} />}
                          onClick={() => closeSheetThenRun(entry.open)}
                        >
                          {entry.text}
                        </SheetRow>
                      ))}
                    {action === "copyText" && (
                      <SheetRow
                        icon={<IconCursorText {...iconProps} />}
                        onClick={() => setShownPanel("text")}
                      >
                        {t("room:selectText")}
                      </SheetRow>
                    )}
                  </Fragment>
                ))}
            </SheetRows>
            {actions.some(isDestructive) && (
              <SheetRows>{actions.filter(isDestructive).map(renderActionRow)}</SheetRows>
            )}
          </>
        )}
      </Sheet>
      <MessageDialog name={requestedDialog} message={message} onClose={() => setRequestedDialog(null)} />
    </>
  );
}

/**
 * Shows the author and the first words of the pressed message in the sheet, because the sheet may cover the message.
 */
function MessageExcerpt({ message }: { message: Message }) {
  const { t } = useTranslation("conversations");
  const person = usePerson(message.user_id);
  const { text, lang } = createMessagePreview(translateMessageForReader(message, useReader()), t);
  return (
    <div className={styles.about}>
      <Avatar id={message.user_id} name={person?.name ?? ""} image={person?.avatar ?? null} size={32} />
      <div className={styles.excerptText}>
        <p className={styles.name}>{person && <PersonName person={person} />}</p>
        <p className={styles.excerpt} lang={lang}>
          {text}
        </p>
      </div>
    </div>
  );
}

interface QuickEmojisProps {
  message: Message;
  userId: string;
  react: (type: string) => void;
  openAllEmojis: () => void;
}

function QuickEmojis({ message, userId, react, openAllEmojis }: QuickEmojisProps) {
  const { t } = useTranslation(["messages", "room"]);
  const hasOwnReaction = (type: string) =>
    message.reactions.some((reaction) => reaction.type === type && reaction.user_ids.includes(userId));
  return (
    <fieldset className={styles.quick}>
      <legend className="visually-hidden">{t("reactions")}</legend>
      {readRecentAndPopularEmojis()
        .slice(0, quickEmojiCount)
        .map((type) => (
          <button
            key={type}
            type="button"
            className={styles.emoji}
            aria-label={t("room:reactWith", { type })}
            aria-pressed={hasOwnReaction(type)}
            onClick={() => react(type)}
          >
            {type}
          </button>
        ))}
      <button type="button" className={styles.emoji} aria-label={t("room:react")} onClick={openAllEmojis}>
        <EmojiIcon size={36} />
      </button>
    </fieldset>
  );
}
