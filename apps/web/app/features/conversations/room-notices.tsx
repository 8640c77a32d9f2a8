import { type Conversation, chooseRoomNotices } from "@kakehashi/contract/conversations";
import { roomNoticeChoices } from "@kakehashi/contract/notices";
import { useMutation } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../kit/api.ts";
import field from "../../kit/ui/field.module.css";
import { useErrorText } from "../../kit/ui/states.tsx";
import { toast } from "../../kit/ui/toast.tsx";
import styles from "./details-pane.module.css";
import { settle } from "./queries.ts";

const labels = { all: "noticesAll", mentions: "noticesMentions", none: "noticesNone" } as const;

/** Of what this conversation notifies its reader. */
export function RoomNotices({ conversation: { id, muted, notify_about } }: { conversation: Conversation }) {
  const { t } = useTranslation("conversations");
  const textOf = useErrorText();
  const note = useId();
  const { mutate, isPending } = useMutation({
    mutationFn: (choice: Conversation["notify_about"]) =>
      settle(call(chooseRoomNotices, { params: { id }, body: { notify_about: choice } })),
    onError: (error) => toast(textOf(error), "error"),
  });
  const stillsOthers = muted && notify_about !== "none";
  return (
    <label className={`${field.field} ${styles.notices}`}>
      {t("notices")}
      <select
        value={notify_about ?? ""}
        disabled={isPending}
        aria-describedby={stillsOthers ? note : undefined}
        onChange={({ currentTarget: { value } }) =>
          mutate(roomNoticeChoices.find((known) => known === value) ?? null)
        }
      >
        <option value="">{t("noticesUsual")}</option>
        {roomNoticeChoices.map((choice) => (
          <option key={choice} value={choice}>
            {t(labels[choice])}
          </option>
        ))}
      </select>
      {stillsOthers && (
        <span id={note} className={field.hint}>
          {t("noticesMuted")}
        </span>
      )}
    </label>
  );
}
