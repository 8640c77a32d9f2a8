import type { OutsideTalkDetail } from "@kakehashi/contract/channels";
import { IconBan, IconDots } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { toast, toastError } from "../../kit/toast.ts";
import { confirm } from "../../kit/ui/confirm.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { Menu } from "../../kit/ui/menu.tsx";
import { setBlocked } from "./talk-queries.ts";

const icon = <IconBan size={18} stroke={1.6} aria-hidden="true" />;

/** The menu of a person: block and unblock. */
export function PersonMenu({ talk }: { talk: OutsideTalkDetail }) {
  const { t } = useTranslation("channels");
  const { conversation_id: id, visitor, is_blocked } = talk;
  async function toggle(): Promise<void> {
    const question = {
      title: t("blockTitle", { name: visitor.name }),
      text: t("blockText"),
      action: t("blockAction"),
      danger: true,
    };
    if (!is_blocked && !(await confirm(question))) return;
    await setBlocked(id, !is_blocked);
    toast(t(is_blocked ? "unblockedToast" : "blockedToast"));
  }
  const change = () => void toggle().catch(toastError);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton label={t("more")}>
          <IconDots size={20} stroke={1.8} aria-hidden="true" />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        {is_blocked ? (
          <Menu.Item leftSection={icon} onClick={change}>
            {t("unblock")}
          </Menu.Item>
        ) : (
          <Menu.Item data-grave leftSection={icon} onClick={change}>
            {t("block")}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
