import { addressOf } from "@kakehashi/contract/address";
import { IconDots } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { Menu } from "../../kit/ui/menu.tsx";
import type { TranslationActionsProps } from "./unit-buttons.tsx";
import styles from "./unit-state.module.css";
import { useTranslationActions } from "./use-unit-actions.ts";

/**
 * The buttons of `TranslationActions` as a menu. On a phone, they do not fit into the row with the translation's state.
 */
export function TranslationActionsMenu({
  unit,
  mayWrite,
  onToggleClaim,
  onHandOver,
  onOpenNext,
}: TranslationActionsProps) {
  const { t } = useTranslation(["translations", "common"]);
  const isActionAllowed = useTranslationActions(unit);
  const { message } = unit;
  return (
    <span className={styles.ways}>
      <Menu position="bottom-end">
        <Menu.Target>
          <IconButton label={t("common:more")}>
            <IconDots size={20} stroke={1.6} />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          {mayWrite && (isActionAllowed("claim") || isActionAllowed("give_back")) && (
            <Menu.Item onClick={onToggleClaim}>
              {t(isActionAllowed("give_back") ? "giveBack" : "claim")}
            </Menu.Item>
          )}
          {mayWrite && isActionAllowed("hand_over") && (
            <Menu.Item onClick={onHandOver}>{t("handOver")}</Menu.Item>
          )}
          {mayWrite && <Menu.Item onClick={onOpenNext}>{t("skip")}</Menu.Item>}
          <Menu.Item component={Link} to={addressOf(message.conversation_id, message.id, message.parent_id)}>
            {t("inRoom")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </span>
  );
}
