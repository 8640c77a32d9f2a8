import type { Message } from "@kakehashi/contract/messages";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "../../../i18n/use-translation.tsx";
import { Dialog } from "../../../kit/ui/dialog.tsx";
import { LoadedContent } from "../../../kit/ui/loaded.tsx";
import { PersonLine } from "../../profiles/person-line.tsx";
import styles from "./history.module.css";
import { seenByQuery } from "./seen-query.ts";

export function SeenByDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const { t } = useTranslation(["messages", "room"]);
  return (
    <Dialog opened onClose={onClose} title={t("room:seenBy")}>
      <LoadedContent query={useQuery(seenByQuery(message))} rows={2}>
        {({ total, users }) => (
          <>
            {total === 0 && <p className={styles.time}>{t("room:seenByNobody")}</p>}
            <ul className={styles.list}>
              {users.map((person) => (
                <li key={person.id}>
                  <PersonLine person={person} opensCard />
                </li>
              ))}
            </ul>
            {total > users.length && (
              <p className={styles.time}>{t("others", { count: total - users.length })}</p>
            )}
          </>
        )}
      </LoadedContent>
    </Dialog>
  );
}
