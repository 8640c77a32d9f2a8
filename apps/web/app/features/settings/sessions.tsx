import { endSignInSession, listSignInSessions, signOutEverywhere } from "@kakehashi/contract/sessions";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { accessTokenStore, call } from "../../kit/api.ts";
import { clearDeviceData } from "../../kit/offline.ts";
import { getQueryClient } from "../../kit/query.ts";
import { toast } from "../../kit/toast.ts";
import { Badge } from "../../kit/ui/badge.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { askToConfirm } from "../../kit/ui/confirm.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { deviceNameOf } from "../auth/device-name.ts";
import styles from "./settings.module.css";

const sessionsQueryKey = ["sessions"];

/** The list of devices on which the person is signed in, with buttons that sign them out. */
export function SessionSettings() {
  const { t } = useTranslation("account");
  const format = useFormat();
  const query = useQuery({
    queryKey: sessionsQueryKey,
    queryFn: async ({ signal }) => (await call(listSignInSessions, { signal })).data,
  });
  const { mutate, isPending } = useMutation({
    mutationFn: (id: string) => call(endSignInSession, { params: { id } }),
    onSuccess: () => toast(t("sessionEnded")),
    onSettled: () => getQueryClient().invalidateQueries({ queryKey: sessionsQueryKey }),
  });
  const { mutate: endDeviceSession, isPending: isEnding } = useMutation({
    mutationFn: () => call(signOutEverywhere),
    onSuccess: async () => {
      await clearDeviceData();
      accessTokenStore.forgetToken();
      location.assign("/");
    },
  });
  return (
    <>
      <LoadedContent query={query} rows={2}>
        {(sessions) => (
          <ul className={styles.sessions}>
            {sessions.map((session) => (
              <li key={session.id} className={styles.session}>
                <div>
                  {deviceNameOf(session.user_agent) || t("unknownDevice")}{" "}
                  {session.current && <Badge tone="jade">{t("sessionCurrent")}</Badge>}
                  <p>
                    {session.ip} · {t("sessionSeen", { time: format.fullDateTime(session.refreshed_at) })}
                  </p>
                </div>
                {!session.current && (
                  <Button disabled={isPending} onClick={() => mutate(session.id)}>
                    {t("sessionEnd")}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </LoadedContent>
      <Button
        loading={isEnding}
        onClick={async () => {
          const question = {
            title: t("signOutEverywhere"),
            text: t("signOutEverywhereText"),
            actionLabel: t("sessionEnd"),
          };
          if (await askToConfirm(question)) endDeviceSession();
        }}
      >
        {t("signOutEverywhere")}
      </Button>
    </>
  );
}
