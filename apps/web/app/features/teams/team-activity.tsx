import { isLanguage } from "@kakehashi/contract/languages";
import type { TeamAction, TeamEvent } from "@kakehashi/contract/teams";
import type { UserSummary } from "@kakehashi/contract/users";
import { useTranslation } from "react-i18next";
import { otherName } from "../../kit/other-name.ts";
import { Avatar } from "../../kit/ui/avatar.tsx";
import { Loaded, LoadMore } from "../../kit/ui/loaded.tsx";
import { LogoMark } from "../../kit/ui/logo-mark.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { useRenderEveryMinute } from "../../kit/use-render-every-minute.ts";
import { useTeamActivity } from "./queries.ts";
import styles from "./teams.module.css";

const sentences = {
  "project.create": "did_create",
  "project.update": "did_update",
  "project.activate": "did_activate",
  "project.deactivate": "did_deactivate",
  "project.run": "did_run",
  "member.agree": "did_join",
  "member.confirm": "did_join",
  "member.host": "did_host",
  "member.remove": "did_remove",
  "member.leave": "did_leave",
} as const satisfies Record<TeamAction, string>;

/** What happened to the project and its team, the newest first. */
export function TeamActivity({ id }: { id: string }) {
  const { t } = useTranslation("teams");
  const query = useTeamActivity(id);
  return (
    <Loaded query={query} rows={4} empty={<p className={styles.nothing}>{t("noActivity")}</p>}>
      {(events) => (
        <>
          <ol className={styles.events}>
            {events.map((event) => (
              <Event key={event.id} event={event} />
            ))}
          </ol>
          <LoadMore query={query} />
        </>
      )}
    </Loaded>
  );
}

function Event({ event: { action, actor, person, created_at } }: { event: TeamEvent }) {
  const { t, i18n } = useTranslation("teams");
  const format = useFormat();
  useRenderEveryMinute();
  const reader = isLanguage(i18n.language) ? i18n.language : "en";
  const nameOf = (user: UserSummary | null) =>
    user ? [user.name, otherName(user, reader)].filter(Boolean).join(" · ") : t("someone");
  return (
    <li className={styles.event}>
      {actor ? (
        <Avatar id={actor.id} name={actor.name} image={actor.avatar} size={24} />
      ) : (
        <span className={styles.platform}>
          <LogoMark size={16} />
        </span>
      )}
      <span className={styles.sentence}>
        {t(sentences[action], { actor: nameOf(actor), person: nameOf(person) })}
      </span>
      <time dateTime={created_at} title={format.fullDateTime(created_at)}>
        {format.timeAgo(created_at)}
      </time>
    </li>
  );
}
