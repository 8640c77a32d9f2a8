import type { DriveEntry } from "@kakehashi/contract/drive";
import { IconX } from "@tabler/icons-react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { actionIcons, actionTextKeys } from "./action-icons.tsx";
import { actionsForEntries, type DriveAction } from "./actions.ts";
import styles from "./drive.module.css";

/**
 * The actions that the bar of selected files offers, in the order of the menu. A row's menu offers the other actions.
 */
const barActions: ReadonlySet<DriveAction> = new Set([
  "share",
  "download",
  "move",
  "trash",
  "restore",
  "delete",
]);

interface SelectionBarProps {
  entries: readonly DriveEntry[];
  isTrash: boolean;
  onAction: (action: DriveAction) => void;
  onClear: () => void;
}

/** A bar with the number of selected files and folders, and the actions for them. */
export function SelectionBar({ entries, isTrash, onAction, onClear }: SelectionBarProps) {
  const { t } = useTranslation("drive");
  return (
    <div className={styles.selection} role="toolbar" aria-label={t("selectionActions")}>
      <IconButton label={t("clearSelection")} onClick={onClear}>
        <IconX size={18} stroke={1.8} aria-hidden="true" />
      </IconButton>
      <p role="status">{t("selected", { count: entries.length })}</p>
      {actionsForEntries(entries, isTrash)
        .filter((action) => barActions.has(action))
        .map((action) => {
          const Icon = actionIcons[action];
          return (
            <IconButton key={action} label={t(actionTextKeys[action])} onClick={() => onAction(action)}>
              <Icon size={20} stroke={1.6} aria-hidden="true" />
            </IconButton>
          );
        })}
    </div>
  );
}
