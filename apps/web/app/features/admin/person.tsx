import {
  acceptProfile,
  activation,
  blockProfile,
  type Decision,
  refuseProfile,
  unblockProfile,
} from "@kakehashi/contract/activation";
import {
  getAdminUser,
  resetUserTwoStep,
  setUserRole,
  signUserOut,
  unlockUser,
} from "@kakehashi/contract/admin";
import { nameIn } from "@kakehashi/contract/catalogue";
import { canHappen } from "@kakehashi/contract/kit/transitions";
import { isLanguage } from "@kakehashi/contract/languages";
import { contentLength } from "@kakehashi/contract/profiles";
import { roleSchema, roles } from "@kakehashi/contract/schemas/users";
import type { Session } from "@kakehashi/contract/sessions";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../kit/api.ts";
import { queryClient } from "../../kit/query.ts";
import { Badge } from "../../kit/ui/badge.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { confirm } from "../../kit/ui/confirm.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import { FailedState, useErrorText } from "../../kit/ui/states.tsx";
import { toast } from "../../kit/ui/toast.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { deviceName } from "../auth/device-name.ts";
import { roleKeys } from "../profiles/roles.ts";
import { stateKeys, stateTones } from "../profiles/status.ts";
import styles from "./admin.module.css";

const decisions: readonly Decision[] = ["accept", "unblock", "refuse", "block"];

function decide(event: Decision, id: string, reason: string) {
  const params = { id };
  if (event === "accept") return call(acceptProfile, { params });
  if (event === "unblock") return call(unblockProfile, { params });
  return call(event === "refuse" ? refuseProfile : blockProfile, { params, body: { reason } });
}

/** Everything about one account, and what an admin can do with it. */
export function PersonDialog({ userId, close }: { userId: string; close: () => void }) {
  const { t, i18n } = useTranslation(["admin", "profiles", "common"]);
  const textOf = useErrorText();
  const format = useFormat();
  const reader = isLanguage(i18n.language) ? i18n.language : "en";
  const [reason, setReason] = useState("");
  const [missing, setMissing] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ["admin", "user", userId],
    queryFn: async ({ signal }) => (await call(getAdminUser, { params: { id: userId }, signal })).data,
  });
  const { mutate, isPending } = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSuccess: () => toast(t("done")),
    onError: (failure) => toast(textOf(failure), "error"),
    onSettled: () => queryClient().invalidateQueries({ queryKey: ["admin"] }),
  });
  const sure = async (action: string, act: () => Promise<unknown>) => {
    if (await confirm({ title: t("sureTitle"), text: t("sureText"), action })) mutate(act);
  };
  const params = { id: userId };
  const profile = data?.profile;
  const open = decisions.filter((event) => profile && canHappen(activation, event, profile.status));
  const facts: [string, string][] = profile
    ? [
        [t("contact"), `${profile.last_name} ${profile.first_name}`],
        [t("phone"), profile.phone],
        [t("address"), profile.address],
        [t("categories"), profile.categories.map(({ names }) => nameIn(names, reader)).join(", ")],
        [t("about"), profile.description],
        [t("website"), profile.website],
        [t("reason"), profile.reason ?? ""],
      ]
    : [];
  return (
    <Dialog opened onClose={close} title={data?.account.name ?? t("open")} width={560}>
      {error ? (
        <FailedState error={error} retry={refetch} />
      ) : !data ? (
        <SkeletonRows count={3} label={t("common:loading")} />
      ) : (
        <>
          <dl className={styles.facts}>
            <dt>{t("email")}</dt>
            <dd>{data.account.email}</dd>
            <dt>{t("status")}</dt>
            <dd>
              <Badge tone={stateTones[data.account.status]}>
                {t(`profiles:${stateKeys[data.account.status]}`)}
              </Badge>
            </dd>
            <dt>{t("sessions")}</dt>
            <dd>
              <SessionList sessions={data.sessions} />
            </dd>
            <dt>{t("twoStep")}</dt>
            <dd>
              {data.two_step_since
                ? t("twoStepSince", { date: format.full(data.two_step_since) })
                : t("twoStepOff")}
            </dd>
            {data.deletion && (
              <>
                <dt>{t("deletion")}</dt>
                <dd>
                  {t("deletionAsked", {
                    due: format.date(data.deletion.due_at),
                    asked: format.date(data.deletion.requested_at),
                  })}
                </dd>
              </>
            )}
            {facts
              .filter(([, value]) => value)
              .map(([label, value]) => [<dt key={label}>{label}</dt>, <dd key={`${label}=`}>{value}</dd>])}
          </dl>
          {!profile && <p className={styles.quiet}>{t("noProfile")}</p>}
          {open.some((event) => event === "refuse" || event === "block") && (
            <label className={styles.field}>
              {t("reason")}
              <textarea
                rows={3}
                maxLength={contentLength}
                value={reason}
                aria-invalid={missing}
                onChange={({ currentTarget }) => {
                  setReason(currentTarget.value);
                  setMissing(false);
                }}
              />
              <span className={missing ? styles.error : styles.hint}>{t("reasonHint")}</span>
            </label>
          )}
          <div className={styles.actions}>
            {open.map((event) => (
              <Button
                key={event}
                data-decision={event}
                kind={event === "accept" || event === "unblock" ? "primary" : "plain"}
                disabled={isPending}
                onClick={() => {
                  if ((event === "refuse" || event === "block") && !reason.trim()) return setMissing(true);
                  void sure(t(event), () => decide(event, userId, reason));
                }}
              >
                {t(event)}
              </Button>
            ))}
          </div>
          <label className={styles.field}>
            {t("changeRole")}
            <select
              value={data.account.role}
              disabled={isPending}
              onChange={({ currentTarget }) => {
                const role = roleSchema.parse(currentTarget.value);
                void sure(t("changeRole"), () => call(setUserRole, { params, body: { role } }));
              }}
            >
              {roles.map((role) => (
                <option key={role} value={role}>
                  {t(`common:${roleKeys[role]}`)}
                </option>
              ))}
            </select>
          </label>
          <div className={styles.actions}>
            <Button
              disabled={isPending}
              onClick={() => sure(t("unlock"), () => call(unlockUser, { params }))}
            >
              {t("unlock")}
            </Button>
            <Button
              disabled={isPending}
              onClick={() => sure(t("signOut"), () => call(signUserOut, { params }))}
            >
              {t("signOut")}
            </Button>
            {data.two_step_since && (
              <Button
                disabled={isPending}
                onClick={() => sure(t("twoStepReset"), () => call(resetUserTwoStep, { params }))}
              >
                {t("twoStepReset")}
              </Button>
            )}
          </div>
        </>
      )}
    </Dialog>
  );
}

/** Where somebody is signed in, the latest first: what a case of "somebody is in my account" begins with. */
function SessionList({ sessions }: { sessions: readonly Session[] }) {
  const format = useFormat();
  if (sessions.length === 0) return format.number(0);
  return (
    <ul className={styles.sessions}>
      {sessions.map(({ id, user_agent, ip, refreshed_at }) => (
        <li key={id}>
          {deviceName(user_agent)}
          <small>
            {ip} · <time dateTime={refreshed_at}>{format.full(refreshed_at)}</time>
          </small>
        </li>
      ))}
    </ul>
  );
}
