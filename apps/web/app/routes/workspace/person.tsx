import { findNameInLanguage } from "@kakehashi/contract/catalogue";
import { isolateDirection } from "@kakehashi/contract/direction";
import { isLanguage } from "@kakehashi/contract/languages";
import { getPublicProfile, type PublicProfile } from "@kakehashi/contract/profiles";
import { useQuery } from "@tanstack/react-query";
import { AvatarWithPresence, usePresenceText } from "../../features/presence/avatar-with-presence.tsx";
import { LocalTime } from "../../features/profiles/local-time.tsx";
import { fullNameInOtherScriptOf } from "../../features/profiles/names.ts";
import { OtherLanguages } from "../../features/profiles/other-languages.tsx";
import styles from "../../features/profiles/profile.module.css";
import { roleBadgeTones, roleTextKeys } from "../../features/profiles/roles.ts";
import { nativeLanguageNames } from "../../i18n/texts.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import type { PageHandle } from "../../kit/page.ts";
import { Badge } from "../../kit/ui/badge.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { Page } from "../../kit/ui/page.tsx";
import type { Route } from "./+types/person.ts";

export const handle: PageHandle = { title: "profiles:person" };

export default function Person({ params }: Route.ComponentProps) {
  const { t } = useTranslation("profiles");
  const query = useQuery({
    queryKey: ["public-profile", params.userId],
    queryFn: async ({ signal }) =>
      (await call(getPublicProfile, { params: { id: params.userId }, signal })).data,
  });
  const title = query.data ? isolateDirection(query.data.name) : t("person");
  return (
    <Page title={title} heading={null}>
      <LoadedContent query={query}>{(person) => <PersonSummary person={person} />}</LoadedContent>
    </Page>
  );
}

function PersonSummary({ person: data }: { person: PublicProfile }) {
  const { t, i18n } = useTranslation(["profiles", "common"]);
  const reader = isLanguage(i18n.language) ? i18n.language : "en";
  const presence = usePresenceText(data.id);
  const otherName = fullNameInOtherScriptOf(data, reader);
  return (
    <>
      <div className={styles.person}>
        <AvatarWithPresence person={data} size={96} />
        <div>
          <h1 className={styles.personName}>{data.name}</h1>
          {otherName && <p className={styles.otherName}>{otherName}</p>}
          <p className={styles.detailLine}>
            <Badge tone={roleBadgeTones[data.role]}>{t(`common:${roleTextKeys[data.role]}`)}</Badge>
            {data.accepted && <Badge tone="jade">{t("accepted")}</Badge>}
          </p>
          <p className={styles.detailLine}>
            {presence && <span>{presence}</span>}
            {data.working_language && (
              <span>{t("worksIn", { language: nativeLanguageNames[data.working_language] })}</span>
            )}
            <OtherLanguages languages={data.languages} workingLanguage={data.working_language} />
            {data.time_zone && (
              <span>
                <LocalTime zone={data.time_zone} />
              </span>
            )}
          </p>
        </div>
      </div>
      {data.categories.length > 0 && (
        <p className={styles.detailLine}>
          {data.categories.map(({ id, names }) => (
            <Badge key={id}>{findNameInLanguage(names, reader)}</Badge>
          ))}
        </p>
      )}
      {data.description && <p className={styles.about}>{data.description}</p>}
      {data.website && (
        <p className={styles.detailLine}>
          <a href={data.website} rel="noopener noreferrer nofollow" target="_blank">
            {data.website}
          </a>
        </p>
      )}
    </>
  );
}
