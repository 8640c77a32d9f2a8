import type { TeamActivityAction, TeamActivityEntry } from "@kakehashi/contract/teams";
import type { UserSummary } from "@kakehashi/contract/users";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Avatar } from "../../kit/ui/avatar.tsx";
import { LoadedContent, LoadMoreButton } from "../../kit/ui/loaded.tsx";
import { LogoMark } from "../../kit/ui/logo-mark.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { useRenderEveryMinute } from "../../kit/use-render-every-minute.ts";
import { useNameInOtherScript } from "../profiles/name-in-other-script.tsx";
import { useTeamActivity } from "./queries.ts";
import styles from "./teams.module.css";

const sentenceTextKeys = {
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
} as const satisfies Record<TeamActivityAction, string>;

/** The list of events in a project and its team, newest first. */
export function TeamActivity({ id }: { id: string }) {
  const { t } = useTranslation("teams");
  const query = useTeamActivity(id);
  return (
    <LoadedContent query={query} rows={4} emptyState={<p className={styles.nothing}>{t("noActivity")}</p>}>
      {(events) => (
        <>
          <ol className={styles.events}>
            {events.map((event) => (
              <TeamEventRow key={event.id} event={event} />
            ))}
          </ol>
          <LoadMoreButton query={query} />
        </>
      )}
    </LoadedContent>
  );
}

function TeamEventRow({ event: { action, actor, person, created_at } }: { event: TeamActivityEntry }) {
  const { t } = useTranslation("teams");
  const format = useFormat();
  useRenderEveryMinute();
  return (
    <li className={styles.event}>
      {actor ? (
        <span className={styles.face} data-card={actor.id}>
          <Avatar id={actor.id} name={actor.name} image={actor.avatar} size={24} />
        </span>
      ) : (
        <span className={styles.platform}>
          <LogoMark size={16} />
        </span>
      )}
      <span className={styles.sentence}>
        {t(sentenceTextKeys[action], { actor: actorPlaceholder, person: personPlaceholder })
          .split(placeholderPattern)
          .map((sentencePart, index) =>
            sentencePart === actorPlaceholder || sentencePart === personPlaceholder ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence keep their places.
              <PersonButton key={index} person={sentencePart === actorPlaceholder ? actor : person} />
            ) : (
              sentencePart
            ),
          )}
      </span>
      <time dateTime={created_at} title={format.fullDateTime(created_at)}>
        {format.timeAgo(created_at)}
      </time>
    </li>
  );
}

/**
 * Placeholders for people's names in a translated sentence: two private-use characters of Unicode. The sentence is
 * split at them, and a button with the name is inserted at each.
 */
const actorPlaceholder = "\u{e000}";
const personPlaceholder = "\u{e001}";
const placeholderPattern = /([\u{e000}\u{e001}])/u;

/**
 * A button with a person's name, followed by the name in another script if they have one. It opens the person's card.
 */
function PersonButton({ person }: { person: UserSummary | null }) {
  const { t } = useTranslation("teams");
  const otherName = useNameInOtherScript(person ?? { name: "" });
  if (!person) return t("someone");
  return (
    <button type="button" className={styles.openCard} data-card={person.id}>
      {[person.name, otherName].filter(Boolean).join(" · ")}
    </button>
  );
}
