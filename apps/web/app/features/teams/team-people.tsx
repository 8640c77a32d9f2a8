import { isLanguage } from "@kakehashi/contract/languages";
import type { TeamPerson } from "@kakehashi/contract/teams";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { getLocaleFormat } from "../../kit/format.ts";
import { Badge } from "../../kit/ui/badge.tsx";
import { LoadedContent, LoadMoreButton } from "../../kit/ui/loaded.tsx";
import { useRenderEveryMinute } from "../../kit/use-render-every-minute.ts";
import { OtherLanguages } from "../profiles/other-languages.tsx";
import { PersonLine } from "../profiles/person-line.tsx";
import { useTeamPeople } from "./queries.ts";
import styles from "./teams.module.css";

/** The people of a team, each with their role, local time and languages. */
export function TeamPeople({ id }: { id: string }) {
  const query = useTeamPeople(id);
  return (
    <LoadedContent query={query} rows={4}>
      {(people) => (
        <>
          <ul className={styles.people}>
            {people.map((person) => (
              <TeamPersonRow key={person.user.id} person={person} />
            ))}
          </ul>
          <LoadMoreButton query={query} />
        </>
      )}
    </LoadedContent>
  );
}

function TeamPersonRow({ person: { user, is_host, languages, time_zone } }: { person: TeamPerson }) {
  const { t, i18n } = useTranslation("teams");
  useRenderEveryMinute();
  const reader = isLanguage(i18n.language) ? i18n.language : "en";
  return (
    <li className={styles.person}>
      <PersonLine
        opensCard
        showsPresence
        person={user}
        note={
          time_zone
            ? t("localTime", { time: getLocaleFormat(reader, time_zone).time(new Date()) })
            : undefined
        }
      />
      {is_host && <Badge tone="violet">{t("host")}</Badge>}
      <OtherLanguages
        className={styles.languages}
        languages={languages}
        workingLanguage={user.working_language}
      />
    </li>
  );
}
