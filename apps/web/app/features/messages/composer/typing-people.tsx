import { useTranslation } from "../../../i18n/use-translation.tsx";
import { useFormat } from "../../../kit/use-format.ts";
import { useNameInLineFormatter } from "../../profiles/name-in-other-script.tsx";
import { usePeople } from "../../profiles/people.ts";
import { useTypingIds } from "../state/typing.ts";
import styles from "./writers.module.css";

export function TypingPeople({ chatKey, userId }: { chatKey: string; userId: string }) {
  const { t } = useTranslation("messages");
  const format = useFormat();
  const formatPersonName = useNameInLineFormatter();
  const ids = useTypingIds(chatKey, userId);
  const people = usePeople(ids.slice(0, 3));
  const names = people.flatMap((person) =>
    person ? [t("lineName", { name: formatPersonName(person) })] : [],
  );
  return (
    <p className={styles.writers} aria-live="off">
      {names.length > 0 &&
        (ids.length > 3
          ? t("manyWriting")
          : t("writing", {
              count: names.length,
              names: format.list(names),
            }))}
    </p>
  );
}
