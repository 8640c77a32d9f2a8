import type { DriveEntry } from "@kakehashi/contract/drive";
import { useMediaQuery } from "@mantine/hooks";
import { IconDots } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { Menu } from "../../kit/ui/menu.tsx";
import { Sheet, SheetRow, SheetRows } from "../../kit/ui/sheet.tsx";
import { actionIcons, actionTexts } from "./action-looks.tsx";
import { actionsOn, type DriveAction } from "./actions.ts";

const icon = { size: 18, stroke: 1.6, "aria-hidden": true } as const;

/** Touch screens and narrow windows. They get a sheet instead of a menu. */
const touchQuery = "(max-width: 819px), (hover: none) and (pointer: coarse)";

const isDestructive = (action: DriveAction) => action === "delete";

interface Props {
  entry: DriveEntry;
  isTrash: boolean;
  onAction: (action: DriveAction) => void;
}

/** A row's button for all its actions. It opens a menu, or a sheet on a phone. */
export function EntryMenu({ entry, isTrash, onAction }: Props) {
  const { t } = useTranslation("drive");
  const isTouch = useMediaQuery(touchQuery, undefined, { getInitialValueInEffect: false });
  const [opened, setOpened] = useState(false);
  /** The chosen action runs once the sheet has closed, so that the element that it opens gets the focus. */
  const chosen = useRef<DriveAction>(null);
  const button = useRef<HTMLButtonElement>(null);
  const actions = actionsOn([entry], isTrash);
  const opener = (
    <IconButton
      ref={button}
      label={t("actionsOf", { name: entry.name })}
      tabIndex={-1}
      {...(isTouch && { "aria-haspopup": "dialog", onClick: () => setOpened(true) })}
    >
      <IconDots {...icon} />
    </IconButton>
  );
  if (isTouch)
    return (
      <>
        {opener}
        <Sheet
          opened={opened}
          onClose={() => setOpened(false)}
          title={entry.name}
          returnFocusTo={() => button.current}
          onClosed={() => {
            if (chosen.current) onAction(chosen.current);
            chosen.current = null;
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
                    chosen.current = action;
                    setOpened(false);
                  }}
                >
                  {t(actionTexts[action])}
                </SheetRow>
              );
            })}
          </SheetRows>
        </Sheet>
      </>
    );
  return (
    <Menu position="bottom-end">
      <Menu.Target>{opener}</Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => {
          const Icon = actionIcons[action];
          return (
            <Menu.Item
              key={action}
              leftSection={<Icon {...icon} />}
              data-grave={isDestructive(action) || undefined}
              onClick={() => onAction(action)}
            >
              {t(actionTexts[action])}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
