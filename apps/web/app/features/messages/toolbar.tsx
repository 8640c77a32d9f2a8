import type { Message } from "@kakehashi/contract/messages";
import { canWithMessage } from "@kakehashi/contract/permissions";
import {
  IconBlockquote,
  IconBookmark,
  IconCopy,
  IconDots,
  IconEye,
  IconEyeOff,
  IconFileX,
  IconHistory,
  IconLink,
  IconMessageReply,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconTrash,
} from "@tabler/icons-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { Menu } from "../../kit/ui/menu.tsx";
import { EmojiButton } from "../emojis/button.tsx";
import { usedEmojis } from "../emojis/emojis.ts";
import { History } from "./history.tsx";
import { RemoveFiles } from "./remove-files.tsx";
import { useRoomActs } from "./room-context.ts";
import { SeenBy } from "./seen-by.tsx";
import styles from "./toolbar.module.css";
import { useMessageActs } from "./use-message-acts.ts";

const icon = { size: 18, stroke: 1.6 } as const;
/** How many emojis are one click away. */
const quick = 3;

interface Props {
  message: Message;
  /** Told while a menu of it is open: it stays though the pointer leaves. */
  onHold: (held: boolean) => void;
  /** A finger asked for it, and no pointer leaves it: it goes with the first thing done, or a tap elsewhere. */
  touched: boolean;
  close: () => void;
}

/** What one can do with a message. */
export function Toolbar({ message, onHold, touched, close }: Props) {
  const { t } = useTranslation(["messages", "common"]);
  const room = useRoomActs();
  const acts = useMessageActs();
  const bar = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<"history" | "seen" | "files" | null>(null);
  const [menu, setMenu] = useState(false);
  const [picking, setPicking] = useState(false);
  const held = menu || picking || shown !== null;
  const actor = { user_id: room.userId, role: room.role };
  const mayEdit = canWithMessage(actor, "edit", message);
  const mayDelete = canWithMessage(actor, "delete", message);

  // What asks a question leaves the row without the focus: it has to be held until its window is closed.
  useEffect(() => onHold(held), [held, onHold]);
  function closeDialog(): void {
    setShown(null);
    if (touched) close();
  }
  function after(act: () => unknown): () => void {
    return () => {
      void act();
      if (touched) close();
    };
  }

  const leave = useEffectEvent(({ target }: PointerEvent) => {
    if (!held && target instanceof Node && !bar.current?.contains(target)) close();
  });
  useEffect(() => {
    if (!touched) return;
    const press = (event: PointerEvent) => leave(event);
    document.addEventListener("pointerdown", press);
    return () => document.removeEventListener("pointerdown", press);
  }, [touched]);

  return (
    <div ref={bar} className={styles.toolbar} role="toolbar" aria-label={t("actions")}>
      {!room.closed && <Answers message={message} onHold={setPicking} after={after} />}
      <IconButton size={30} label={t("mark")} onClick={after(() => acts.bookmark(message))}>
        <IconBookmark {...icon} />
      </IconButton>
      <Menu position="bottom-end" onChange={setMenu}>
        <Menu.Target>
          <IconButton size={30} label={t("more")}>
            <IconDots {...icon} />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          {mayEdit && (
            <Menu.Item leftSection={<IconPencil {...icon} />} onClick={after(() => room.edit(message.id))}>
              {t("edit")}
            </Menu.Item>
          )}
          {!room.closed && (
            <Menu.Item leftSection={<IconBlockquote {...icon} />} onClick={after(() => room.quote(message))}>
              {t("quote")}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={message.pinned ? <IconPinnedOff {...icon} /> : <IconPin {...icon} />}
            onClick={after(() => acts.pin(message))}
          >
            {message.pinned ? t("unpin") : t("pin")}
          </Menu.Item>
          {message.content !== "" && (
            <Menu.Item leftSection={<IconCopy {...icon} />} onClick={after(() => acts.copyText(message))}>
              {t("copyText")}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconLink {...icon} />} onClick={after(() => acts.copyLink(message))}>
            {t("copyLink")}
          </Menu.Item>
          <Menu.Item leftSection={<IconEyeOff {...icon} />} onClick={after(() => room.markUnread(message))}>
            {t("markUnread")}
          </Menu.Item>
          {message.parent_id === null && (
            <Menu.Item leftSection={<IconEye {...icon} />} onClick={() => setShown("seen")}>
              {t("seenBy")}
            </Menu.Item>
          )}
          {message.edited && (
            <Menu.Item leftSection={<IconHistory {...icon} />} onClick={() => setShown("history")}>
              {t("history")}
            </Menu.Item>
          )}
          {mayDelete && (
            <>
              <Menu.Divider />
              {message.files.length > 0 && (
                <Menu.Item leftSection={<IconFileX {...icon} />} onClick={() => setShown("files")}>
                  {t("removeFiles")}
                </Menu.Item>
              )}
              <Menu.Item
                leftSection={<IconTrash {...icon} />}
                className={styles.danger ?? ""}
                onClick={after(() => acts.remove(message))}
              >
                {t("delete")}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {shown === "history" && <History message={message} onClose={closeDialog} />}
      {shown === "files" && <RemoveFiles message={message} onClose={closeDialog} />}
      {shown === "seen" && <SeenBy message={message} onClose={closeDialog} />}
    </div>
  );
}

/** What says something to whoever wrote it. */
function Answers({
  message,
  onHold,
  after,
}: Pick<Props, "message" | "onHold"> & { after: (act: () => unknown) => () => void }) {
  const { t } = useTranslation("messages");
  const { openThread } = useRoomActs();
  const acts = useMessageActs();
  return (
    <>
      <span className={styles.quick}>
        {usedEmojis()
          .slice(0, quick)
          .map((type) => (
            <button
              key={type}
              type="button"
              className={styles.emoji}
              aria-label={t("reactWith", { type })}
              onClick={after(() => acts.react(message, type))}
            >
              {type}
            </button>
          ))}
      </span>
      <EmojiButton
        label={t("react")}
        size={30}
        onPick={(type) => after(() => acts.react(message, type))()}
        onOpen={onHold}
      />
      {openThread && (
        <IconButton size={30} label={t("reply")} onClick={after(() => openThread(message))}>
          <IconMessageReply {...icon} />
        </IconButton>
      )}
    </>
  );
}
