import { getBroadcastName } from "@kakehashi/contract/bot-broadcasts";
import type { SentByBroadcast } from "@kakehashi/contract/outside-message-extras";
import { IconSpeakerphone } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { useTranslation } from "../../../i18n/use-translation.tsx";
import { call } from "../../../kit/api.ts";
import { ApiError } from "../../../kit/api-error.ts";
import styles from "./outside-message-extras.module.css";

/** A mark that says which broadcast sent a message. The broadcast may have been renamed or deleted since then. */
export function BroadcastMark({ broadcast: { bot_id, id } }: { broadcast: SentByBroadcast }) {
  const { t } = useTranslation("channels");
  const { data, error } = useQuery({
    queryKey: ["broadcast name", bot_id, id],
    queryFn: async ({ signal }) =>
      (await call(getBroadcastName, { params: { id: bot_id, bid: id }, signal })).data.name,
    staleTime: 60_000,
  });
  const isDeleted = error instanceof ApiError && error.status === 404;
  const text = data === undefined ? t("sentBySomeBroadcast") : t("sentByBroadcast", { name: data });
  return (
    <p className={styles.sentBy}>
      <IconSpeakerphone size={14} stroke={1.6} aria-hidden="true" />
      {isDeleted ? (
        <span>{t("sentByDeletedBroadcast")}</span>
      ) : (
        <Link to={`/bots/${bot_id}/broadcast/${id}`}>{text}</Link>
      )}
    </p>
  );
}
