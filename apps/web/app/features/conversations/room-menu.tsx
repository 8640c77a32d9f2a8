import type { Conversation } from "@kakehashi/contract/conversations";
import { useMediaQuery } from "@mantine/hooks";
import { IconDots } from "@tabler/icons-react";
import { type CSSProperties, type Ref, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { Menu } from "../../kit/ui/menu.tsx";
import { conversationName } from "./name.ts";
import styles from "./room-menu.module.css";
import { RoomSheet } from "./room-sheet.tsx";
import { useConversation } from "./use-conversations.ts";
import { useRoomActions } from "./use-room-actions.ts";
import { type OpenRoomMenu, useRoomMenuState } from "./use-room-menu-state.ts";

const iconProps = { size: 18, stroke: 1.6, "aria-hidden": true } as const;

/**
 * The media query for touch screens and narrow windows. On these, a row of the list has no menu button, because it
 * would be too small for a finger.
 */
const touchQuery = "(max-width: 819px), (hover: none) and (pointer: coarse)";

interface RoomMenuProps {
  /** The element that contains the rows of the conversation list. */
  pane: HTMLElement;
  /**
   * The last event on a row that concerns the row's menu. A hover or focus shows the row's menu button. A `contextmenu`
   * event opens the menu.
   */
  requestEvent: Event;
  userId: string;
}

/**
 * The context menu of the list of conversations, which all rows share. The button in a row, a right click or Shift+F10
 * opens it. On a touch screen, a long press opens it as a sheet.
 */
export function RoomMenu({ pane, requestEvent, userId }: RoomMenuProps) {
  const { row, opened, open, close } = useRoomMenuState(pane, requestEvent);
  const isTouch = useMediaQuery(touchQuery, undefined, { getInitialValueInEffect: false });
  const { conversation } = useConversation(opened?.id ?? row?.dataset.room ?? "");
  // Close the menu if its row is no longer in the list. This can happen on a touch screen, where the reader can scroll
  // the list while the menu is open.
  useEffect(() => {
    if (opened && !pane.contains(opened.row)) close();
  });
  const listElement = row?.parentElement;
  if (!conversation || !listElement) return null;
  return (
    <>
      {createPortal(
        <RowMenuButton
          conversation={conversation}
          isExpanded={opened !== null}
          onClick={(position) => open(row, position)}
        />,
        listElement,
      )}
      {opened && isTouch && (
        <RoomSheet
          key={opened.id}
          conversation={conversation}
          userId={userId}
          row={opened.row}
          onClosed={close}
        />
      )}
      {opened && !isTouch && (
        <RowMenu
          key={opened.id}
          conversation={conversation}
          userId={userId}
          position={opened}
          close={close}
        />
      )}
    </>
  );
}

interface RowMenuButtonProps {
  conversation: Conversation;
  isExpanded: boolean;
  onClick: (position: Pick<OpenRoomMenu, "x" | "y" | "placement">) => void;
}

function RowMenuButton({ conversation, isExpanded, onClick }: RowMenuButtonProps) {
  const { t } = useTranslation(["conversations", "common"]);
  const { t: tRoom } = useTranslation("room");
  return (
    <IconButton
      label={tRoom("roomActions", { name: conversationName(conversation, t) })}
      size={28}
      className={styles.moreButton ?? ""}
      aria-haspopup="menu"
      aria-expanded={isExpanded}
      onClick={({ currentTarget }) => {
        const { right, bottom } = currentTarget.getBoundingClientRect();
        onClick({ x: right, y: bottom + 4, placement: "bottom-end" });
      }}
    >
      <IconDots size={18} stroke={1.8} />
    </IconButton>
  );
}

interface RowMenuProps {
  conversation: Conversation;
  userId: string;
  position: OpenRoomMenu;
  close: () => void;
}

function RowMenu({ conversation, userId, position, close }: RowMenuProps) {
  const { t } = useTranslation(["conversations", "common"]);
  const { t: tRoom } = useTranslation("room");
  const { actions, notices, choose, leave } = useRoomActions(conversation, userId);
  // First render the menu closed, and then open it. Otherwise its opening animation would not run.
  const [isShown, setIsShown] = useState(false);
  useEffect(() => setIsShown(true), []);
  const name = conversationName(conversation, t);
  return (
    <Menu
      opened={isShown}
      onChange={(isOpen) => isOpen || close()}
      position={position.placement}
      offset={0}
      hideDetached={false}
    >
      <Menu.Target>
        <MenuAnchor name={name} style={{ left: position.x, top: position.y }} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className={styles.name ?? ""}>{name}</Menu.Label>
        {actions.map(({ text, Icon, run }) => (
          <Menu.Item key={text} leftSection={<Icon {...iconProps} />} onClick={run}>
            {text}
          </Menu.Item>
        ))}
        {notices.length > 0 && (
          <>
            <Menu.Divider />
            <Menu.Label>{tRoom("notices")}</Menu.Label>
            <Menu.RadioGroup value={notices.find(({ isChosen }) => isChosen)?.value ?? ""} onChange={choose}>
              {notices.map(({ value, text }) => (
                <Menu.RadioItem key={value} value={value} closeMenuOnClick>
                  {text}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </>
        )}
        {leave && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<leave.Icon {...iconProps} />} data-grave onClick={leave.run}>
              {leave.text}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

interface MenuAnchorProps {
  name: string;
  style: CSSProperties;
  /**
   * The menu library passes all props that a button needs. This element is invisible and cannot be pressed, so it needs
   * only `ref` and `id`.
   */
  ref?: Ref<HTMLSpanElement>;
  id?: string;
}

/**
 * An invisible element at the position where the menu opens. The menu takes its accessible name from the element's
 * text.
 */
function MenuAnchor({ name, style, ref, id }: MenuAnchorProps) {
  return (
    <span ref={ref} id={id} className={styles.anchor} style={style}>
      <span className="visually-hidden">{name}</span>
    </span>
  );
}
