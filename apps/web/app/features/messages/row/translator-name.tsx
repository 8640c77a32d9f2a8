import { useNameInLineFormatter } from "../../profiles/name-in-other-script.tsx";
import { usePerson } from "../../profiles/people.ts";
import styles from "./translation-line.module.css";

/**
 * The name of a translator in the line below a message. While the name loads, a space of about the width of a name
 * stays free.
 */
export function TranslatorName({ userId }: { userId: string }) {
  const formatPersonName = useNameInLineFormatter();
  const person = usePerson(userId);
  if (person === undefined) return <span className={styles.awaitedName} />;
  return person && <span>{formatPersonName(person)}</span>;
}
