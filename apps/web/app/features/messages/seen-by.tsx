import type { Message } from "@kakehashi/contract/messages";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import { FailedState } from "../../kit/ui/states.tsx";
import { PersonLine } from "../profiles/person-line.tsx";
import styles from "./history.module.css";
import { seenQuery } from "./seen-query.ts";

/** Who has read as far as a message. */
export function SeenBy({ message, onClose }: { message: Message; onClose: () => void }) {
  const { t } = useTranslation(["messages", "common"]);
  const { data, error, refetch } = useQuery(seenQuery(message));
  return (
    <Dialog opened onClose={onClose} title={t("seenBy")}>
      {!data && error && <FailedState error={error} retry={refetch} />}
      {!data && !error && <SkeletonRows count={2} label={t("common:loading")} />}
      {data?.total === 0 && <p className={styles.time}>{t("seenByNobody")}</p>}
      <ul className={styles.list}>
        {data?.users.map((person) => (
          <li key={person.id}>
            <PersonLine person={person} card />
          </li>
        ))}
      </ul>
      {data && data.total > data.users.length && (
        <p className={styles.time}>{t("others", { count: data.total - data.users.length })}</p>
      )}
    </Dialog>
  );
}
