import { activation, requestActivation } from "@kakehashi/contract/activation";
import { canHappen } from "@kakehashi/contract/kit/transitions";
import type { Profile } from "@kakehashi/contract/profiles";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../kit/api.ts";
import { Badge } from "../../kit/ui/badge.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { confirm } from "../../kit/ui/confirm.tsx";
import { toast } from "../../kit/ui/toast.tsx";
import styles from "./profile.module.css";
import { afterProfileChange } from "./queries.ts";
import { stateKeys, stateTones, statusKeys } from "./status.ts";

interface Props {
  profile: Profile | null;
  refused: (error: unknown) => void;
}

/** How far the activation is, and the one next step. */
export function Activation({ profile, refused }: Props) {
  const { t } = useTranslation("profiles");
  const { mutate, isPending } = useMutation({
    mutationFn: async () => (await call(requestActivation)).data,
    onSuccess: async (changed) => {
      await afterProfileChange(changed);
      toast(t("requested"));
    },
    onError: refused,
  });
  if (!profile) return <p className={styles.status}>{t("statusNone")}</p>;
  const { status } = profile;
  return (
    <div className={styles.status} data-tone={stateTones[status]} role="status">
      <Badge tone={stateTones[status]}>{t(stateKeys[status])}</Badge>
      <p>{t(statusKeys[status], { reason: profile.reason ?? "" })}</p>
      {canHappen(activation, "request", status) && (
        <Button
          kind="primary"
          loading={isPending}
          onClick={async () => {
            const sure = await confirm({
              title: t("requestTitle"),
              text: t("requestText"),
              action: t("request"),
            });
            if (sure) mutate();
          }}
        >
          {t("request")}
        </Button>
      )}
    </div>
  );
}
