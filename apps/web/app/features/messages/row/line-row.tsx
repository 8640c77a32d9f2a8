import type { SystemLine } from "@kakehashi/contract/lines";
import { memo } from "react";
import { useTranslation } from "../../../i18n/use-translation.tsx";
import { useFormat } from "../../../kit/use-format.ts";
import { useNameInLineFormatter } from "../../profiles/name-in-other-script.tsx";
import { usePeople } from "../../profiles/people.ts";
import { lineTextOf, namedPersonIdsOf } from "../state/lines.ts";
import styles from "./line-row.module.css";
import { MessageTime } from "./row-head.tsx";

/** A row for system messages, such as that people joined. Several events of the same kind share a row. */
export const SystemLineRow = memo(function SystemLineRow({ lines }: { lines: readonly SystemLine[] }) {
  const { t } = useTranslation(["messages", "bots"]);
  const format = useFormat();
  const { actorId: actor, ids } = namedPersonIdsOf(lines);
  const userIds = actor === null ? ids : [actor, ...ids];
  const people = usePeople(userIds);
  const formatPersonName = useNameInLineFormatter();
  const findNamedPerson = (id: string) => {
    const person = people[userIds.indexOf(id)];
    return person && { ...person, name: formatPersonName(person) };
  };
  const text = lineTextOf(lines, findNamedPerson, t, format);
  return (
    <p className={styles.line}>
      {text} <MessageTime className={styles.time} createdAt={lines.at(-1)?.created_at ?? ""} />
    </p>
  );
});
