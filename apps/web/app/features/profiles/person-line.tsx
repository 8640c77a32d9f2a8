import type { UserSummary } from "@kakehashi/contract/users";
import type { ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Avatar } from "../../kit/ui/avatar.tsx";
import { Badge } from "../../kit/ui/badge.tsx";
import { AvatarWithPresence } from "../presence/avatar-with-presence.tsx";
import { PersonName } from "./name-in-other-script.tsx";
import styles from "./person-line.module.css";
import { roleBadgeTones, roleTextKeys } from "./roles.ts";

interface PersonLineProps {
  person: UserSummary;
  note?: ReactNode;
  /** Whether the picture shows if the person is online. */
  showsPresence?: boolean;
  /** Whether pressing the picture or the name opens the person's card. False if the whole line is a button. */
  opensCard?: boolean;
}

/** A person in one line: picture, name and role. If there is no room, the role is below the name. */
export function PersonLine({ person, note, showsPresence = false, opensCard = false }: PersonLineProps) {
  const { t } = useTranslation();
  const profileCardProps = opensCard ? { "data-card": person.id } : {};
  const name = <PersonName className={styles.name} person={person} />;
  return (
    <span className={styles.personLine}>
      <span className={styles.face} {...profileCardProps}>
        {showsPresence ? (
          <AvatarWithPresence person={person} size={32} />
        ) : (
          <Avatar id={person.id} name={person.name} image={person.avatar} size={32} />
        )}
      </span>
      <span className={styles.nameAndRole}>
        <span className={styles.textColumn}>
          {opensCard ? (
            <button type="button" className={styles.openButton} {...profileCardProps}>
              {name}
            </button>
          ) : (
            name
          )}
          {note && <span className={styles.note}>{note}</span>}
        </span>
        <Badge tone={roleBadgeTones[person.role]}>{t(roleTextKeys[person.role])}</Badge>
      </span>
    </span>
  );
}
