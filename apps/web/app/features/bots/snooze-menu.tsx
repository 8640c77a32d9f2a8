import { IconChevronDown } from "@tabler/icons-react";
import { type SubmitEvent, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { DialogButtons } from "../../kit/ui/dialog-buttons.tsx";
import { Menu } from "../../kit/ui/menu.tsx";
import { DateField } from "../../kit/ui/text-field.tsx";
import { useFormat } from "../../kit/use-format.ts";
import styles from "./livechat.module.css";
import { isValidSnoozeEnd, latestSnoozeEnd, listTalkSnoozeChoices, snoozeEndOf } from "./snooze-times.ts";

const arrowIcon = <IconChevronDown size={16} stroke={1.8} aria-hidden="true" />;

interface SnoozeMenuProps {
  isSnoozed: boolean;
  isBusy: boolean;
  /** Called with the time at which the snooze ends. Null: the chat is snoozed until the visitor writes. */
  snooze: (until: Date | null) => void;
  endSnooze: () => void;
}

/** A menu for how long to snooze a chat. If the chat is already snoozed, a button that ends the snooze instead. */
export function TalkSnoozeMenu({ isSnoozed, isBusy, snooze, endSnooze }: SnoozeMenuProps) {
  const { t } = useTranslation("bots");
  const [isTimeDialogOpen, setTimeDialogOpen] = useState(false);
  if (isSnoozed)
    return (
      <Button onClick={endSnooze} loading={isBusy}>
        {t("chatWake")}
      </Button>
    );
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button rightSection={arrowIcon} loading={isBusy}>
            {t("chatSnooze")}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <SnoozeTimeItems snooze={snooze} />
          <Menu.Item onClick={() => setTimeDialogOpen(true)}>{t("chatSnoozePick")}</Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={() => snooze(null)}>{t("chatSnooze_writes")}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Dialog
        opened={isTimeDialogOpen}
        onClose={() => setTimeDialogOpen(false)}
        title={t("chatSnooze")}
        widthPx={400}
      >
        <SnoozeTimeDialog
          close={() => setTimeDialogOpen(false)}
          choose={(snoozeEnd) => {
            setTimeDialogOpen(false);
            snooze(snoozeEnd);
          }}
        />
      </Dialog>
    </>
  );
}

/**
 * Shows the times at which a snooze can end. They are computed when the menu opens, so that "in an hour" counts from
 * that moment.
 */
function SnoozeTimeItems({ snooze }: Pick<SnoozeMenuProps, "snooze">) {
  const { t } = useTranslation("bots");
  const format = useFormat();
  return listTalkSnoozeChoices(new Date(), format).map(({ choice, until }) => (
    <Menu.Item key={choice} onClick={() => snooze(until)}>
      {t(`chatSnooze_${choice}`)}
      <span className={styles.hint}>{format.dateTime(until)}</span>
    </Menu.Item>
  ));
}

function SnoozeTimeDialog({
  close: closeDialog,
  choose: chooseTime,
}: {
  close: () => void;
  choose: (until: Date) => void;
}) {
  const { t } = useTranslation("bots");
  const format = useFormat();
  const [value, setValue] = useState(() =>
    format.toDateTimeField(snoozeEndOf("tomorrow", new Date(), format)),
  );
  const [hasError, setHasError] = useState(false);
  const now = new Date();
  function submitTime(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const snoozeEnd = format.fromDateTimeField(value);
    if (snoozeEnd && isValidSnoozeEnd(snoozeEnd, new Date())) chooseTime(snoozeEnd);
    else setHasError(true);
  }
  return (
    <form className={styles.pick} onSubmit={submitTime} noValidate>
      <DateField
        withTime
        label={t("chatSnoozeTime")}
        description={t("chatSnoozeHint")}
        value={value}
        min={format.toDateTimeField(now)}
        max={format.toDateTimeField(latestSnoozeEnd(now))}
        error={hasError ? t("chatSnoozeTimeError") : undefined}
        onChange={({ currentTarget }) => {
          setValue(currentTarget.value);
          setHasError(false);
        }}
        data-autofocus
      />
      <DialogButtons onCancel={closeDialog} isSubmitting={false}>
        {t("chatSnooze")}
      </DialogButtons>
    </form>
  );
}
