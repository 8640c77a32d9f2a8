import { Avatar } from "../../kit/ui/avatar.tsx";
import { Skeleton } from "../../kit/ui/skeleton.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { usePerson } from "../profiles/people.ts";
import styles from "./message-row.module.css";

interface Head {
  userId: string;
  moment: string;
  grouped: boolean;
}

/** Who says it and when: in full for the first of a group, the time alone on hover for the rest. */
export function Gutter({ userId, moment, grouped }: Head) {
  return grouped ? <QuietTime moment={moment} /> : <Face userId={userId} />;
}

function QuietTime({ moment }: { moment: string }) {
  const format = useFormat();
  return (
    <time className={styles.quietTime} dateTime={moment} title={format.full(moment)}>
      {format.time(moment)}
    </time>
  );
}

function Face({ userId }: { userId: string }) {
  const person = usePerson(userId);
  return (
    <span className={styles.picture}>
      {person ? (
        <Avatar id={userId} name={person.name} image={person.avatar} />
      ) : (
        <Skeleton width="36px" height="36px" />
      )}
    </span>
  );
}

export function Heading({ userId, moment }: Omit<Head, "grouped">) {
  const format = useFormat();
  const person = usePerson(userId);
  return (
    <p className={styles.heading}>
      <span className={styles.name}>{person?.name ?? " "}</span>
      <time className={styles.time} dateTime={moment} title={format.full(moment)}>
        {format.time(moment)}
      </time>
    </p>
  );
}
