import {
  getAdminUser,
  resetUserTwoStep,
  setUserRole,
  signUserOut,
  unlockUser,
} from "@kakehashi/contract/admin";
import { findNameInLanguage } from "@kakehashi/contract/catalogue";
import { isLanguage, type Language } from "@kakehashi/contract/languages";
import type { Profile } from "@kakehashi/contract/profiles";
import { roleSchema, roles } from "@kakehashi/contract/schemas/users";
import type { SignInSession } from "@kakehashi/contract/sessions";
import type { Account } from "@kakehashi/contract/users";
import { useMutation, useQuery } from "@tanstack/react-query";
import { nativeLanguageNames } from "../../i18n/texts.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { getQueryClient } from "../../kit/query.ts";
import { toast } from "../../kit/toast.ts";
import { Avatar } from "../../kit/ui/avatar.tsx";
import { Badge } from "../../kit/ui/badge.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { askToConfirm } from "../../kit/ui/confirm.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { SelectField } from "../../kit/ui/select.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { deviceNameOf } from "../auth/device-name.ts";
import { roleBadgeTones, roleTextKeys } from "../profiles/roles.ts";
import { statusBadgeTextKeys, statusBadgeTones } from "../profiles/status.ts";
import styles from "./admin.module.css";
import { DecisionActions } from "./decision.tsx";

/** A dialog with all data of one account, and with buttons for the actions that an admin can take on it. */
export function PersonDialog({ userId, close: closeDialog }: { userId: string; close: () => void }) {
  const { t, i18n } = useTranslation(["admin", "desk", "profiles", "common"]);
  const format = useFormat();
  const reader = isLanguage(i18n.language) ? i18n.language : "en";
  const query = useQuery({
    queryKey: ["admin", "user", userId],
    queryFn: async ({ signal }) => (await call(getAdminUser, { params: { id: userId }, signal })).data,
  });
  const { mutate, isPending } = useMutation({
    mutationFn: (request: () => Promise<unknown>) => request(),
    onSuccess: () => toast(t("done")),
    onSettled: () => getQueryClient().invalidateQueries({ queryKey: ["admin"] }),
  });
  const confirmAndRun = async (actionLabel: string, request: () => Promise<unknown>, isDangerous = false) => {
    if (
      await askToConfirm({
        title: t("sureTitle"),
        text: t("sureText"),
        actionLabel,
        isDestructive: isDangerous,
      })
    )
      mutate(request);
  };
  const params = { id: userId };
  return (
    <Dialog opened onClose={closeDialog} title={query.data?.account.name ?? t("open")} widthPx={640}>
      <LoadedContent query={query}>
        {({ account, profile, two_step_since, deletion, sessions }) => (
          <>
            <ProfileView account={account} profile={profile} reader={reader} />
            {profile && <DecisionActions key={profile.status} profile={profile} />}
            <section className={styles.section} aria-labelledby="account">
              <h2 id="account">{t("desk:account")}</h2>
              <dl className={styles.facts}>
                <dt>{t("twoStep")}</dt>
                <dd>
                  {two_step_since
                    ? t("twoStepSince", { date: format.fullDateTime(two_step_since) })
                    : t("twoStepOff")}
                </dd>
                {deletion && (
                  <>
                    <dt>{t("deletion")}</dt>
                    <dd>
                      {t("deletionAsked", {
                        due: format.date(deletion.due_at),
                        asked: format.date(deletion.requested_at),
                      })}
                    </dd>
                  </>
                )}
              </dl>
              <SessionList sessions={sessions} />
              <div className={styles.field}>
                <SelectField
                  label={t("changeRole")}
                  value={account.role}
                  disabled={isPending}
                  onChange={({ currentTarget }) => {
                    const role = roleSchema.parse(currentTarget.value);
                    void confirmAndRun(t("changeRole"), () => call(setUserRole, { params, body: { role } }));
                  }}
                >
                  {roles.map((role) => (
                    <option key={role} value={role}>
                      {t(`common:${roleTextKeys[role]}`)}
                    </option>
                  ))}
                </SelectField>
              </div>
              <div className={styles.actions}>
                <Button
                  disabled={isPending}
                  onClick={() => confirmAndRun(t("unlock"), () => call(unlockUser, { params }))}
                >
                  {t("unlock")}
                </Button>
                <Button
                  disabled={isPending}
                  onClick={() => confirmAndRun(t("signOut"), () => call(signUserOut, { params }))}
                >
                  {t("signOut")}
                </Button>
                {two_step_since && (
                  <Button
                    disabled={isPending}
                    onClick={() => confirmAndRun(t("twoStepReset"), () => call(resetUserTwoStep, { params }))}
                  >
                    {t("twoStepReset")}
                  </Button>
                )}
              </div>
            </section>
          </>
        )}
      </LoadedContent>
    </Dialog>
  );
}

/** A profile, with the buttons for an admin's decision about it. */
function ProfileView({
  account,
  profile,
  reader,
}: {
  account: Account;
  profile: Profile | null;
  reader: Language;
}) {
  const { t } = useTranslation(["admin", "desk", "profiles", "common"]);
  const format = useFormat();
  const isCompany = account.account_type === "COMPANY";
  const profileFacts: [string, string][] = [
    [t("profiles:reading"), account.reading],
    [t("profiles:latinName"), account.latin_name],
    [t("email"), account.email],
    ...(profile
      ? ([
          [isCompany ? t("contact") : t("name"), `${profile.last_name} ${profile.first_name}`],
          [t("phone"), profile.phone],
          [t("address"), profile.address],
          [t("website"), profile.website],
        ] as [string, string][])
      : []),
    [
      t("desk:workingLanguage"),
      account.working_language ? nativeLanguageNames[account.working_language] : "",
    ],
    [t("reason"), profile?.reason ?? ""],
  ];
  return (
    <>
      <header className={styles.personHeader}>
        <Avatar id={account.id} name={account.name} image={account.avatar} size={72} />
        <div className={styles.personText}>
          <p className={styles.badges}>
            <Badge tone={roleBadgeTones[account.role]}>{t(`common:${roleTextKeys[account.role]}`)}</Badge>
            {account.account_type && <Badge>{t(`desk:type${account.account_type}`)}</Badge>}
            <Badge tone={statusBadgeTones[account.status]}>
              {t(`profiles:${statusBadgeTextKeys[account.status]}`)}
            </Badge>
          </p>
          {isCompany && (
            <p>
              <span className={styles.mutedText}>{t("desk:companyName")}</span>{" "}
              <strong>{account.name}</strong>
            </p>
          )}
          {profile && (
            <p>{profile.categories.map(({ names }) => findNameInLanguage(names, reader)).join(" · ")}</p>
          )}
          {profile?.requested_at && profile.status === "WAITING" && (
            <p className={styles.mutedText}>
              {t("desk:requestedOn", { date: format.date(profile.requested_at) })}
            </p>
          )}
        </div>
      </header>
      {profile ? (
        <p className={styles.quotedText} data-empty={profile.description === "" || undefined}>
          {profile.description || t("desk:noDescription")}
        </p>
      ) : (
        <p className={styles.mutedText}>{t("noProfile")}</p>
      )}
      <dl className={styles.facts}>
        {profileFacts
          .filter(([, value]) => value)
          .map(([label, value]) => [<dt key={label}>{label}</dt>, <dd key={`${label}=`}>{value}</dd>])}
      </dl>
    </>
  );
}

/**
 * The devices on which the person is signed in, the latest first. An admin looks at this list if the person fears that
 * somebody else uses the account.
 */
function SessionList({ sessions }: { sessions: readonly SignInSession[] }) {
  const { t } = useTranslation(["admin", "desk"]);
  const format = useFormat();
  const count = t("desk:sessionsOpen", { count: sessions.length });
  if (sessions.length === 0) return <p className={styles.mutedText}>{count}</p>;
  return (
    <details className={styles.disclosure}>
      <summary>{count}</summary>
      <ul className={styles.sessions}>
        {sessions.map(({ id, user_agent, ip, refreshed_at }) => (
          <li key={id}>
            {deviceNameOf(user_agent)}
            <small>
              {ip} · <time dateTime={refreshed_at}>{format.fullDateTime(refreshed_at)}</time>
            </small>
          </li>
        ))}
      </ul>
    </details>
  );
}
