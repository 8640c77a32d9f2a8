import type { Conversation } from "@kakehashi/contract/conversations";
import { roomNoticeChoices } from "@kakehashi/contract/notices";
import { useMutation } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import field from "../../kit/ui/field.module.css";
import { Select } from "../../kit/ui/select.tsx";
import styles from "./details-pane.module.css";

export const notificationChoiceTextKeys = {
  all: "noticesAll",
  mentions: "noticesMentions",
  none: "noticesNone",
} as const;

interface RoomNoticesProps {
  conversation: Conversation;
  choose: (choice: Conversation["notify_about"]) => Promise<void>;
}

/** The setting that decides which messages of this conversation notify the reader. */
export function RoomNotificationSetting({ conversation: { muted, notify_about }, choose }: RoomNoticesProps) {
  const { t } = useTranslation("room");
  const hintId = useId();
  const { mutate, isPending } = useMutation({ mutationFn: choose });
  const hasMutedHint = muted && notify_about !== "none";
  return (
    <label className={`${field.field} ${styles.notices}`}>
      {t("notices")}
      <Select
        value={notify_about ?? ""}
        disabled={isPending}
        aria-describedby={hasMutedHint ? hintId : undefined}
        onChange={({ currentTarget: { value } }) =>
          mutate(roomNoticeChoices.find((noticeChoice) => noticeChoice === value) ?? null)
        }
      >
        <option value="">{t("noticesUsual")}</option>
        {roomNoticeChoices.map((noticeChoice) => (
          <option key={noticeChoice} value={noticeChoice}>
            {t(notificationChoiceTextKeys[noticeChoice])}
          </option>
        ))}
      </Select>
      {hasMutedHint && (
        <span id={hintId} className={field.hint}>
          {t("noticesMuted")}
        </span>
      )}
    </label>
  );
}
