import type { UserSummary } from "@kakehashi/contract/users";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Avatar } from "../../kit/ui/avatar.tsx";
import { Badge } from "../../kit/ui/badge.tsx";
import styles from "./person-line.module.css";
import { roleKeys, roleTones } from "./roles.ts";

/** A person in one line: picture, name, role. */
export function PersonLine({ person, note }: { person: UserSummary; note?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <span className={styles.line}>
      <Avatar id={person.id} name={person.name} image={person.avatar} size={32} />
      <span className={styles.words}>
        <span className={styles.name}>{person.name}</span>
        {note && <span className={styles.note}>{note}</span>}
      </span>
      <Badge tone={roleTones[person.role]}>{t(roleKeys[person.role])}</Badge>
    </span>
  );
}
