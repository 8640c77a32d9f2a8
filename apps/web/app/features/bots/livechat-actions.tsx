import type { LivechatDetail } from "@kakehashi/contract/bot-livechat";
import type { Bot } from "@kakehashi/contract/bots";
import { IconChevronDown } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { toast, toastError } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Menu } from "../../kit/ui/menu.tsx";
import { offerUndo } from "../../kit/undo.ts";
import { useAccount } from "../auth/session.ts";
import { PersonName, useNameInLineFormatter } from "../profiles/name-in-other-script.tsx";
import styles from "./livechat.module.css";
import {
  closeTalk,
  endSnooze,
  handOverTalk,
  snoozeTalk,
  takeTalk,
  undoHandOver,
} from "./livechat-queries.ts";
import { mayManageTalk } from "./may-decide.ts";
import { TalkSnoozeMenu } from "./snooze-menu.tsx";

const arrowIcon = <IconChevronDown size={16} stroke={1.8} aria-hidden="true" />;

interface TalkActionsProps {
  bot: Bot;
  talk: LivechatDetail;
  /** Whether the reader can take over the chat or open it again. False if the visitor is blocked. */
  canTake?: boolean;
  /**
   * Whether another part of the page already has the button that takes over the chat. The button is then left out here.
   */
  hasTakeButtonElsewhere?: boolean;
  /** Called after each action on the chat, even if the server refused the action. */
  onAction?: () => void;
}

/** The buttons for a chat with a visitor: take over, hand over, close. */
export function TalkActions({
  bot,
  talk,
  canTake = true,
  hasTakeButtonElsewhere = false,
  onAction,
}: TalkActionsProps) {
  const { t } = useTranslation("bots");
  const account = useAccount();
  const formatNameInLine = useNameInLineFormatter();
  const [isBusy, setBusy] = useState(false);
  const { conversation_id: cid, state, agent } = talk;
  const mayDecide = mayManageTalk(talk, bot, account?.id);
  const runAction = (performAction: () => Promise<void>, notify: () => void) => () => {
    setBusy(true);
    void performAction()
      .then(notify, toastError)
      .finally(() => {
        setBusy(false);
        onAction?.();
      });
  };
  const takeTalkOver = runAction(
    () => takeTalk(bot.id, cid),
    () => toast(t("chatTakenToast")),
  );
  const createHandOverAction = (userId: string | null, doneText: string) =>
    runAction(
      () => handOverTalk(bot.id, cid, userId),
      () => offerUndo(doneText, () => undoHandOver(bot.id, cid).finally(onAction)),
    );
  const createCloseAction = (isResumed: boolean) =>
    runAction(
      () => closeTalk(bot.id, cid, isResumed),
      () => toast(t(isResumed ? "chatResumedToast" : "chatClosedToast")),
    );

  if (state === "CLOSED")
    return (
      canTake && (
        <span className={styles.actions} data-steps>
          <Button onClick={takeTalkOver} loading={isBusy}>
            {t("chatReopen")}
          </Button>
        </span>
      )
    );
  const otherPeople = bot.people.filter(({ user }) => user.id !== agent?.id);
  return (
    <span className={styles.actions} data-steps>
      {state === "WAITING" && canTake && !hasTakeButtonElsewhere && (
        <Button kind="primary" onClick={takeTalkOver} loading={isBusy}>
          {t("chatTake")}
        </Button>
      )}
      {state === "OPEN" && mayDecide && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button rightSection={arrowIcon} loading={isBusy}>
              {t("chatHandOver")}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {otherPeople.map(({ user }) => (
              <Menu.Item
                key={user.id}
                onClick={createHandOverAction(user.id, t("chatHandedTo", { name: formatNameInLine(user) }))}
              >
                <PersonName person={user} />
              </Menu.Item>
            ))}
            <Menu.Divider />
            <Menu.Item onClick={createHandOverAction(null, t("chatWaitsAgain"))}>
              {t("chatToWaiting")}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {state === "OPEN" && mayDecide && (
        <TalkSnoozeMenu
          isSnoozed={talk.is_snoozed}
          isBusy={isBusy}
          snooze={(until) =>
            runAction(
              () => snoozeTalk(bot.id, cid, until),
              () => toast(t("chatSnoozedToast")),
            )()
          }
          endSnooze={runAction(
            () => endSnooze(bot.id, cid),
            () => toast(t("chatWokenToast")),
          )}
        />
      )}
      {mayDecide && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button rightSection={arrowIcon} loading={isBusy}>
              {t("chatClose")}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {talk.can_resume && (
              <Menu.Item onClick={createCloseAction(true)}>
                {t("chatResume")}
                <span className={styles.hint}>{t("chatResumeHint")}</span>
              </Menu.Item>
            )}
            <Menu.Item onClick={createCloseAction(false)}>
              {t("chatCloseOnly")}
              <span className={styles.hint}>{t("chatCloseHint")}</span>
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </span>
  );
}
