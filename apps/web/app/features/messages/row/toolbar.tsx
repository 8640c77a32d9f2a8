import type { Message } from "@kakehashi/contract/messages";
import { IconDots } from "@tabler/icons-react";
import { Fragment, useEffect, useState } from "react";
import { useTranslation } from "../../../i18n/use-translation.tsx";
import { IconButton } from "../../../kit/ui/icon-button.tsx";
import { Menu } from "../../../kit/ui/menu.tsx";
import { useReader } from "../../auth/reader.ts";
import { EmojiButton } from "../../emojis/button.tsx";
import { readRecentAndPopularEmojis } from "../../emojis/emojis.ts";
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
import { MessageDialog } from "./message-window.tsx";
import styles from "./toolbar.module.css";
import { useTranslationMenuEntries } from "./translation-menu-entries.ts";

const iconProps = { size: 18, stroke: 1.6 } as const;
/** The toolbar shows this many emojis. The emoji picker has all others. */
const quickEmojiCount = 3;

interface MessageToolbarProps {
  message: Message;
  /**
   * Called when a menu opens or closes. While a menu is open, the toolbar stays even if the pointer leaves the row.
   */
  onMenuToggle: (isMenuOpen: boolean) => void;
}

/** The actions on a hovered or focused message. Touch screens have a sheet instead. */
export function MessageToolbar({ message, onMenuToggle }: MessageToolbarProps) {
  const { t } = useTranslation(["messages", "room"]);
  const room = useChatActions();
  const messageActions = useMessageActions();
  const translationEntries = useTranslationMenuEntries(message);
  const [shownDialog, setShownDialog] = useState<MessageDialogName | null>(null);
  const [isActionMenuOpen, setIsActionMenuOpen] = useState(false);
  const [isEmojiPickerOpen, setIsEmojiPickerOpen] = useState(false);
  const isMenuOpen = isActionMenuOpen || isEmojiPickerOpen || shownDialog !== null;
  const actions = listAvailableActions(message, room, useReader().ownLanguage);
  const menuActions = actions.filter((action) => action !== "reply" && action !== "mark");

  // While a dialog of this message is open, keep the row active, although the dialog has the focus.
  useEffect(() => onMenuToggle(isMenuOpen), [isMenuOpen, onMenuToggle]);
  const chooseAction = (action: MessageAction) =>
    opensDialog(action) ? setShownDialog(action) : runAction(action, message, { room, messageActions });

  return (
    <div className={styles.toolbar} role="toolbar" aria-label={t("room:actions")}>
      {!room.isClosed && <QuickReactions message={message} onMenuToggle={setIsEmojiPickerOpen} />}
      {(["reply", "mark"] as const).map((action) => {
        const { Icon } = actionIconAndTextKey(action, message);
        return (
          actions.includes(action) && (
            <IconButton key={action} size={30} label={t(action)} onClick={() => chooseAction(action)}>
              <Icon {...iconProps} />
            </IconButton>
          )
        );
      })}
      <Menu position="bottom-end" onChange={setIsActionMenuOpen}>
        <Menu.Target>
          <IconButton size={30} label={t("room:more")}>
            <IconDots {...iconProps} />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          {menuActions.map((action, index) => {
            const { text, Icon } = actionIconAndTextKey(action, message);
            const previousAction = menuActions[index - 1];
            return (
              <Fragment key={action}>
                {previousAction && isDestructive(action) && !isDestructive(previousAction) && (
                  <Menu.Divider />
                )}
                <Menu.Item
                  leftSection={<Icon {...iconProps} />}
                  data-grave={action === "delete" || undefined}
                  onClick={() => chooseAction(action)}
                >
                  {t(text)}
                </Menu.Item>
                {action === "askWith" &&
                  translationEntries.map((entry) => (
                    <Menu.Item
                      key={entry.language}
                      leftSection={<entry.Icon {...iconProps} />}
                      onClick={entry.open}
                    >
                      {entry.text}
                    </Menu.Item>
                  ))}
              </Fragment>
            );
          })}
        </Menu.Dropdown>
      </Menu>
      <MessageDialog name={shownDialog} message={message} onClose={() => setShownDialog(null)} />
    </div>
  );
}

/** Emojis for a quick reaction. */
function QuickReactions({ message, onMenuToggle }: MessageToolbarProps) {
  const { t } = useTranslation(["messages", "room"]);
  const messageActions = useMessageActions();
  // Freeze the order of the emojis while the toolbar is visible. Otherwise a used emoji would move under the pointer.
  // The next time the toolbar appears, that emoji is at the front.
  const [emojis] = useState(() => readRecentAndPopularEmojis().slice(0, quickEmojiCount));
  return (
    <>
      <span className={styles.quick}>
        {emojis.map((type) => (
          <button
            key={type}
            type="button"
            className={styles.emoji}
            aria-label={t("room:reactWith", { type })}
            onClick={() => messageActions.react(message, type)}
          >
            {type}
          </button>
        ))}
      </span>
      <EmojiButton
        label={t("room:react")}
        size={30}
        onPick={(type) => messageActions.react(message, type)}
        onOpen={onMenuToggle}
      />
    </>
  );
}
