import type { UserSummary } from "@kakehashi/contract/users";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Avatar } from "../../kit/ui/avatar.tsx";
import { Badge } from "../../kit/ui/badge.tsx";
import { PresentAvatar } from "../presence/present-avatar.tsx";
import styles from "./person-line.module.css";
import { roleKeys, roleTones } from "./roles.ts";

interface Props {
  person: UserSummary;
  note?: ReactNode;
  /** Shows whether they are there. */
  present?: boolean;
}

/** A person in one line: picture, name, role. */
export function PersonLine({ person, note, present = false }: Props) {
  const { t } = useTranslation();
  return (
    <span className={styles.line}>
      {present ? (
        <PresentAvatar person={person} size={32} />
      ) : (
        <Avatar id={person.id} name={person.name} image={person.avatar} size={32} />
      )}
      <span className={styles.words}>
        <span className={styles.name}>{person.name}</span>
        {note && <span className={styles.note}>{note}</span>}
      </span>
      <Badge tone={roleTones[person.role]}>{t(roleKeys[person.role])}</Badge>
    </span>
  );
}
