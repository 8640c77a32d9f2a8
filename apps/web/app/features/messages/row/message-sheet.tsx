import type { Message } from "@kakehashi/contract/messages";
import { IconCursorText } from "@tabler/icons-react";
import { type RefObject, Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Avatar } from "../../../kit/ui/avatar.tsx";
import { MissingToast, part } from "../../../kit/ui/part.tsx";
import { Sheet, SheetRow, SheetRows } from "../../../kit/ui/sheet.tsx";
import { useReader } from "../../auth/reader.ts";
import { asRead } from "../../conversations/as-read.ts";
import { messagePreview } from "../../conversations/preview.ts";
import { usedEmojis } from "../../emojis/emojis.ts";
import { EmojiIcon } from "../../emojis/icon.tsx";
import { usePerson } from "../../profiles/people.ts";
import { useChatActions } from "../state/chat-context.ts";
import { useMessageActions } from "../state/use-message-actions.ts";
import { lookOf } from "./action-looks.ts";
import { liftAboveSheet, type RowLift } from "./lift-above-sheet.ts";
import {
  actionsOn,
  isDestructive,
  isWindow,
  type MessageAction,
  type MessageWindowName,
  perform,
} from "./message-actions.ts";
import styles from "./message-sheet.module.css";
import { MessageText } from "./message-text.tsx";
import { MessageWindow } from "./message-window.tsx";

const EmojiPicker = part(async () => (await import("../../emojis/picker.tsx")).EmojiPicker, MissingToast);

const icon = { size: 20, stroke: 1.6, "aria-hidden": true } as const;
/** As many emojis as fit on a narrow phone beside the button for all emojis. */
const quick = 6;

interface Props {
  message: Message;
  opened: boolean;
  onClose: () => void;
  row: RefObject<HTMLElement | null>;
}

/** The actions on a message, opened by a long press. */
export function MessageSheet({ message, opened, onClose, row }: Props) {
  const { t } = useTranslation(["messages", "room"]);
  const room = useChatActions();
  const acts = useMessageActions();
  const [shown, show] = useState<"emojis" | "text" | null>(null);
  const [asked, ask] = useState<MessageWindowName | null>(null);
  const held = useRef<RowLift>(null);
  const [was, setWas] = useState(opened);
  if (was !== opened) {
    setWas(opened);
    // Resets when it opens, not when it closes: the content would change while the sheet slides away.
    if (opened) show(null);
  }
  const actions = actionsOn(message, room);

  useEffect(() => {
    const at = row.current;
    if (!opened || !at) return;
    held.current = liftAboveSheet(at);
    return () => held.current?.lower();
  }, [opened, row]);

  /**
   * Closes the sheet before an action opens something or moves the focus. The sheet must not restore the focus
   * afterwards.
   */
  function after(act: () => void): void {
    onClose();
    act();
  }
  const choose = (action: MessageAction) =>
    after(() => (isWindow(action) ? ask(action) : perform(action, message, { room, acts })));
  const react = (type: string) => after(() => acts.react(message, type));
  const toRow = (action: MessageAction) => {
    const { text, Icon } = lookOf(action, message);
    return (
      <SheetRow
        key={action}
        icon={<Icon {...icon} />}
        grave={action === "delete"}
        onClick={() => choose(action)}
      >
        {t(text)}
      </SheetRow>
    );
  };
  const titles = { emojis: t("room:react"), text: t("room:selectText") };
  return (
    <>
      <Sheet
        opened={opened}
        onClose={onClose}
        title={shown ? titles[shown] : t("room:actions")}
        head={shown ? undefined : <About message={message} />}
        returnTo={() => row.current?.querySelector<HTMLElement>("[data-message]")}
        onHeight={(pixels) => held.current?.liftAbove(pixels)}
        onBack={shown ? () => show(null) : undefined}
      >
        {shown === "emojis" && (
          <div className={styles.picker}>
            <Suspense fallback={null}>
              <EmojiPicker onPick={react} />
            </Suspense>
          </div>
        )}
        {shown === "text" && (
          <div className={styles.text} lang={message.language} data-still>
            <MessageText content={message.content} />
          </div>
        )}
        {shown === null && (
          <>
            {!room.closed && (
              <Quick message={message} userId={room.userId} react={react} more={() => show("emojis")} />
            )}
            <SheetRows>
              {actions
                .filter((action) => !isDestructive(action))
                .flatMap((action) =>
                  action === "copyText"
                    ? [
                        toRow(action),
                        <SheetRow
                          key="selectText"
                          icon={<IconCursorText {...icon} />}
                          onClick={() => show("text")}
                        >
                          {t("room:selectText")}
                        </SheetRow>,
                      ]
                    : [toRow(action)],
                )}
            </SheetRows>
            {actions.some(isDestructive) && <SheetRows>{actions.filter(isDestructive).map(toRow)}</SheetRows>}
          </>
        )}
      </Sheet>
      <MessageWindow name={asked} message={message} onClose={() => ask(null)} />
    </>
  );
}

/** The author and the first words of the pressed message, because the sheet may cover it. */
function About({ message }: { message: Message }) {
  const { t } = useTranslation("conversations");
  const person = usePerson(message.user_id);
  const { text, lang } = messagePreview(asRead(message, useReader()), t);
  const name = person?.name ?? "";
  return (
    <div className={styles.about}>
      <Avatar id={message.user_id} name={name} image={person?.avatar ?? null} size={32} />
      <div className={styles.excerptText}>
        <p className={styles.name}>{name}</p>
        <p className={styles.excerpt} lang={lang}>
          {text}
        </p>
      </div>
    </div>
  );
}

interface QuickProps {
  message: Message;
  userId: string;
  react: (type: string) => void;
  more: () => void;
}

function Quick({ message, userId, react, more }: QuickProps) {
  const { t } = useTranslation(["messages", "room"]);
  const own = (type: string) =>
    message.reactions.some((reaction) => reaction.type === type && reaction.user_ids.includes(userId));
  return (
    <fieldset className={styles.quick}>
      <legend className="visually-hidden">{t("reactions")}</legend>
      {usedEmojis()
        .slice(0, quick)
        .map((type) => (
          <button
            key={type}
            type="button"
            className={styles.emoji}
            aria-label={t("room:reactWith", { type })}
            aria-pressed={own(type)}
            onClick={() => react(type)}
          >
            {type}
          </button>
        ))}
      <button type="button" className={styles.emoji} aria-label={t("room:react")} onClick={more}>
        <EmojiIcon size={36} />
      </button>
    </fieldset>
  );
}
