import { IconDots } from "@tabler/icons-react";
import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { Menu } from "../../kit/ui/menu.tsx";

/** What the reader can do with the open text. An action that is not allowed now is missing. */
export interface TranslationActions {
  claimToggle?: { isOwnClaim: boolean; onToggle: () => void } | undefined;
  onHandOver?: (() => void) | undefined;
  onOpenNext?: (() => void) | undefined;
  /** The address of the message in its conversation. */
  messageAddress?: string | undefined;
}

/** The actions of `TranslationStateRow` as a menu. On a phone, buttons do not fit beside the translation's state. */
export function TranslationActionsMenu({ actions }: { actions: TranslationActions }) {
  const { t } = useTranslation(["translations", "common"]);
  const { claimToggle, onHandOver, onOpenNext, messageAddress } = actions;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton label={t("common:more")}>
          <IconDots size={20} stroke={1.6} />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        {claimToggle && (
          <Menu.Item onClick={claimToggle.onToggle}>
            {t(claimToggle.isOwnClaim ? "giveBack" : "claim")}
          </Menu.Item>
        )}
        {onHandOver && <Menu.Item onClick={onHandOver}>{t("handOver")}</Menu.Item>}
        {onOpenNext && <Menu.Item onClick={onOpenNext}>{t("skip")}</Menu.Item>}
        {messageAddress && (
          <Menu.Item component={Link} to={messageAddress}>
            {t("inRoom")}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
