import type { DriveEntry } from "@kakehashi/contract/drive";
import { useMediaQuery } from "@mantine/hooks";
import { IconDots } from "@tabler/icons-react";
import { useRef } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { Menu } from "../../kit/ui/menu.tsx";
import { Sheet, SheetRow, SheetRows } from "../../kit/ui/sheet.tsx";
import { actionIcons, actionTextKeys } from "./action-icons.tsx";
import { actionsForEntries, type DriveAction } from "./actions.ts";
import styles from "./entries.module.css";

const iconProps = { size: 18, stroke: 1.6, "aria-hidden": true } as const;

/** The media query for touch screens and narrow windows, which get a sheet instead of a menu. */
const touchScreenMediaQuery = "(max-width: 819px), (hover: none) and (pointer: coarse)";

const isDestructive = (action: DriveAction) => action === "delete";

/** The position of the open menu: below its button, or at a point of the window (in CSS pixels). */
export type MenuPosition = "button" | { readonly x: number; readonly y: number };

interface EntryMenuProps {
  entry: DriveEntry;
  /**
   * The files and folders to which a menu opened by a right click or by a key applies. A menu that the row's button
   * opens applies only to `entry`.
   */
  chosenEntries: readonly DriveEntry[];
  isTrash: boolean;
  /** The position of the open menu. Null if the menu is closed. */
  menuPosition: MenuPosition | null;
  setMenuPosition: (menuPosition: MenuPosition | null) => void;
  onAction: (action: DriveAction, entries: readonly DriveEntry[]) => void;
}

/** The button of a row that opens all actions for the file or folder. It opens a menu, or a sheet on a phone. */
export function EntryMenu({
  entry,
  chosenEntries: selectedEntries,
  isTrash,
  menuPosition,
  setMenuPosition,
  onAction,
}: EntryMenuProps) {
  const { t } = useTranslation("drive");
  const isTouch = useMediaQuery(touchScreenMediaQuery, undefined, { getInitialValueInEffect: false });
  /**
   * The chosen action. It waits until the sheet has closed, because the closing sheet would take the focus from a
   * dialog that the action opens.
   */
  const actionAfterClose = useRef<() => void>(null);
  const button = useRef<HTMLButtonElement>(null);
  const openingPoint = menuPosition === "button" ? null : menuPosition;
  const targetEntries = openingPoint ? selectedEntries : [entry];
  const actions = actionsForEntries(targetEntries, isTrash);
  const name =
    targetEntries.length === 1
      ? t("actionsOf", { name: entry.name })
      : t("selected", { count: targetEntries.length });
  const closeMenu = () => setMenuPosition(null);
  const menuButton = (
    <IconButton
      ref={button}
      label={t("actionsOf", { name: entry.name })}
      tabIndex={-1}
      {...(isTouch && { "aria-haspopup": "dialog", onClick: () => setMenuPosition("button") })}
    >
      <IconDots {...iconProps} />
    </IconButton>
  );
  if (isTouch)
    return (
      <>
        {menuButton}
        <Sheet
          opened={menuPosition !== null}
          onClose={closeMenu}
          title={targetEntries.length === 1 ? entry.name : t("selected", { count: targetEntries.length })}
          returnFocusTo={() => button.current}
          onClosed={() => {
            actionAfterClose.current?.();
            actionAfterClose.current = null;
          }}
        >
          <SheetRows>
            {actions.map((action) => {
              const Icon = actionIcons[action];
              return (
                <SheetRow
                  key={action}
                  icon={<Icon size={20} stroke={1.6} aria-hidden="true" />}
                  isDestructive={isDestructive(action)}
                  onClick={() => {
                    actionAfterClose.current = () => onAction(action, targetEntries);
                    closeMenu();
                  }}
                >
                  {t(actionTextKeys[action])}
                </SheetRow>
              );
            })}
          </SheetRows>
        </Sheet>
      </>
    );
  const menuItems = (
    <Menu.Dropdown>
      {actions.map((action) => {
        const Icon = actionIcons[action];
        return (
          <Menu.Item
            key={action}
            leftSection={<Icon {...iconProps} />}
            data-grave={isDestructive(action) || undefined}
            onClick={() => onAction(action, targetEntries)}
          >
            {t(actionTextKeys[action])}
          </Menu.Item>
        );
      })}
    </Menu.Dropdown>
  );
  return (
    <>
      <Menu
        position="bottom-end"
        opened={menuPosition === "button"}
        onChange={(isOpen) => setMenuPosition(isOpen ? "button" : null)}
      >
        <Menu.Target>{menuButton}</Menu.Target>
        {menuItems}
      </Menu>
      {openingPoint && (
        <Menu position="bottom-start" opened onChange={closeMenu}>
          <Menu.Target>
            <span className={styles.menuAnchor} style={{ left: openingPoint.x, top: openingPoint.y }}>
              {/* Screen readers use this text as the name of the menu. */}
              <span className="visually-hidden">{name}</span>
            </span>
          </Menu.Target>
          {menuItems}
        </Menu>
      )}
    </>
  );
}
