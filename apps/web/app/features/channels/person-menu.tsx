import type { OutsideTalkDetail } from "@kakehashi/contract/channels";
import { IconBan, IconDots, IconUsers } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { toast, toastError } from "../../kit/toast.ts";
import { askToConfirm } from "../../kit/ui/confirm.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { Menu } from "../../kit/ui/menu.tsx";
import { createLazyComponent, DialogLoadFailedToast } from "../../kit/ui/part.tsx";
import { useVisitorNameFormatter } from "../profiles/name-in-other-script.tsx";
import { setPersonBlocked } from "./talk-queries.ts";

const blockIcon = <IconBan size={18} stroke={1.6} aria-hidden="true" />;

const LinkDialog = createLazyComponent(
  async () => (await import("./link-dialog.tsx")).LinkDialog,
  DialogLoadFailedToast,
);

/**
 * A menu of actions on a customer on Messenger or Zalo: block, unblock, and link with another customer who is the same
 * human.
 */
export function PersonMenu({ talk, mayBlock }: { talk: OutsideTalkDetail; mayBlock: boolean }) {
  const { t } = useTranslation("channels");
  const getShownName = useVisitorNameFormatter();
  const [isLinking, setIsLinking] = useState(false);
  const { conversation_id: id, visitor, is_blocked } = talk;
  async function toggleBlocked(): Promise<void> {
    const question = {
      title: t("blockTitle", { name: getShownName(visitor.name) }),
      text: t("blockText"),
      actionLabel: t("blockAction"),
      isDestructive: true,
    };
    if (!is_blocked && !(await askToConfirm(question))) return;
    await setPersonBlocked(id, !is_blocked);
    toast(t(is_blocked ? "unblockedToast" : "blockedToast"));
  }
  const toggleBlockedAndReport = () => void toggleBlocked().catch(toastError);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <IconButton label={t("more")}>
            <IconDots size={20} stroke={1.8} aria-hidden="true" />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconUsers size={18} stroke={1.6} aria-hidden="true" />}
            onClick={() => setIsLinking(true)}
          >
            {t("link")}
          </Menu.Item>
          {mayBlock && is_blocked && (
            <Menu.Item leftSection={blockIcon} onClick={toggleBlockedAndReport}>
              {t("unblock")}
            </Menu.Item>
          )}
          {mayBlock && !is_blocked && (
            <Menu.Item data-grave leftSection={blockIcon} onClick={toggleBlockedAndReport}>
              {t("block")}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isLinking && (
        <Suspense fallback={null}>
          <LinkDialog opened talk={talk} onClose={() => setIsLinking(false)} />
        </Suspense>
      )}
    </>
  );
}
