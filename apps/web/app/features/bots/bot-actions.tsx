import { canCreateBot, canDoWithBot } from "@kakehashi/contract/bot-permissions";
import { type Bot, changeBot, duplicateBot, exportBot, removeBot } from "@kakehashi/contract/bots";
import { fillPath } from "@kakehashi/contract/kit/endpoint";
import {
  IconArchive,
  IconArchiveOff,
  IconCopy,
  IconDots,
  IconDownload,
  IconTrash,
} from "@tabler/icons-react";
import { useNavigate } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { toast, toastError } from "../../kit/toast.ts";
import { askToConfirm } from "../../kit/ui/confirm.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { Menu } from "../../kit/ui/menu.tsx";
import { offerUndo } from "../../kit/undo.ts";
import { useAccount } from "../auth/session.ts";
import { cacheBot, removeCachedBot } from "./queries.ts";

const iconProps = { size: 18, stroke: 1.6, "aria-hidden": true } as const;
const maximumNameLength = 200;

async function setArchived(id: string, isArchived: boolean): Promise<void> {
  cacheBot((await call(changeBot, { params: { id }, body: { archived: isArchived } })).data);
}

/** The menu of actions on a bot: copy, export as a file, archive and delete. */
export function BotActions({ bot }: { bot: Bot }) {
  const { t } = useTranslation("bots");
  const account = useAccount();
  const navigate = useNavigate();
  const { id, name, part, archived_at } = bot;
  const mayEdit = canDoWithBot(part, "edit");
  const mayCreate = account ? canCreateBot(account.role) : false;

  const createAction = (runRequest: () => Promise<void>) => () => void runRequest().catch(toastError);
  const duplicateAndOpen = createAction(async () => {
    const copyName = t("copyName", { name });
    // Cut a long name. Together with the word for "copy", it must not exceed the maximum length of a bot's name.
    const body = {
      name: copyName.length > maximumNameLength ? t("copyName", { name: name.slice(0, 180) }) : copyName,
    };
    const { data } = await call(duplicateBot, { params: { id }, body });
    cacheBot(data);
    await navigate(`/bots/${data.id}`);
    toast(t("duplicatedToast"));
  });
  const confirmAndArchive = createAction(async () => {
    await setArchived(id, true);
    offerUndo(t("archivedToast", { name }), () => setArchived(id, false));
  });
  const restoreBot = createAction(async () => {
    await setArchived(id, false);
    toast(t("restoredToast"));
  });
  const confirmAndRemove = createAction(async () => {
    const question = {
      title: t("removeTitle", { name }),
      text: t("removeText"),
      actionLabel: t("remove"),
      isDestructive: true,
    };
    if (!(await askToConfirm(question))) return;
    await call(removeBot, { params: { id } });
    await navigate("/bots", { replace: true });
    removeCachedBot(id);
    toast(t("removedToast", { name }));
  });
  if (!mayEdit && !mayCreate) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton label={t("more")}>
          <IconDots size={20} stroke={1.8} aria-hidden="true" />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        {mayCreate && (
          <Menu.Item leftSection={<IconCopy {...iconProps} />} onClick={duplicateAndOpen}>
            {t("duplicate")}
          </Menu.Item>
        )}
        {mayEdit && (
          <>
            <Menu.Item
              component="a"
              href={`/api${fillPath(exportBot.path, { id })}`}
              download
              leftSection={<IconDownload {...iconProps} />}
            >
              {t("export")}
            </Menu.Item>
            {archived_at ? (
              <Menu.Item leftSection={<IconArchiveOff {...iconProps} />} onClick={restoreBot}>
                {t("restore")}
              </Menu.Item>
            ) : (
              <Menu.Item leftSection={<IconArchive {...iconProps} />} onClick={confirmAndArchive}>
                {t("archive")}
              </Menu.Item>
            )}
          </>
        )}
        {canDoWithBot(part, "manage") && (
          <Menu.Item data-grave leftSection={<IconTrash {...iconProps} />} onClick={confirmAndRemove}>
            {t("remove")}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
