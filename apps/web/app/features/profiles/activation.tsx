import { activationTransitions, requestActivation } from "@kakehashi/contract/activation";
import { isLegalTransition } from "@kakehashi/contract/kit/transitions";
import type { Profile } from "@kakehashi/contract/profiles";
import type { Account } from "@kakehashi/contract/users";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useCallback, useState } from "react";
import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { toast } from "../../kit/toast.ts";
import { Badge } from "../../kit/ui/badge.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { askToConfirm } from "../../kit/ui/confirm.tsx";
import { Skeleton } from "../../kit/ui/skeleton.tsx";
import styles from "./profile.module.css";
import { myProfileQuery, refetchAfterProfileChange } from "./queries.ts";
import { statusBadgeTextKeys, statusBadgeTones, statusSentenceTextKeys } from "./status.ts";

interface ProfileActivationProps {
  profile: Profile | null;
  /** Marks missing profile fields in the form. Returns false if a field is missing. */
  checkRequiredFields: () => Promise<boolean>;
  /** Saves the changed profile. Returns false if the server refused it. */
  save: () => Promise<boolean>;
  onRefused: (error: unknown) => void;
}

/** Shows the state of a profile's activation and the next step to it. */
export function ProfileActivation({
  profile,
  checkRequiredFields: check,
  save,
  onRefused,
}: ProfileActivationProps) {
  const { t } = useTranslation(["profiles", "profileForm"]);
  const { mutate, isPending } = useMutation({
    mutationFn: async () => ((await save()) ? (await call(requestActivation)).data : null),
    onSuccess: async (changed) => {
      if (!changed) return;
      await refetchAfterProfileChange(changed);
      toast(t("profileForm:requested"));
    },
    onError: onRefused,
  });
  // After the first save of a profile, scroll to the button for the next step and focus it.
  const [wasProfileMissing] = useState(profile === null);
  const focusWhenCreated = useCallback(
    (button: HTMLButtonElement | null) => {
      if (!wasProfileMissing || !button) return;
      button.focus({ preventScroll: true });
      button.scrollIntoView({ block: "center" });
    },
    [wasProfileMissing],
  );
  return (
    <ActivationStatus profile={profile}>
      {profile && isLegalTransition(activationTransitions, "request", profile.status) && (
        <Button
          kind="primary"
          loading={isPending}
          ref={focusWhenCreated}
          onClick={async () => {
            if (!(await check())) return;
            const isConfirmed = await askToConfirm({
              title: t("profileForm:requestTitle"),
              text: t("profileForm:requestText"),
              actionLabel: t("profileForm:request"),
            });
            if (isConfirmed) mutate();
          }}
        >
          {t("profileForm:request")}
        </Button>
      )}
    </ActivationStatus>
  );
}

/**
 * Lists what is missing for the activation, with a link to the profile. Renders nothing once the person is
 * active.
 */
export function ActivationNote({ account }: { account: Account }) {
  const { t } = useTranslation("profiles");
  const isAccepted = account.status === "ACCEPTED";
  const { data: profile, error } = useQuery({ ...myProfileQuery, enabled: !isAccepted });
  // Show nothing here if the profile fails to load, because the profile page shows the error.
  if (isAccepted || error) return null;
  if (profile === undefined) {
    return (
      <div className={styles.status} aria-hidden="true">
        <Skeleton width="60%" />
      </div>
    );
  }
  return (
    <ActivationStatus profile={profile}>
      <Link className={styles.backLink ?? ""} to="/profile">
        {t("toProfile")}
      </Link>
    </ActivationStatus>
  );
}

function ActivationStatus({ profile, children }: { profile: Profile | null; children: ReactNode }) {
  const { t } = useTranslation("profiles");
  const tone = profile ? statusBadgeTones[profile.status] : "plain";
  return (
    <div className={styles.status} data-tone={tone} role="status">
      {profile && <Badge tone={tone}>{t(statusBadgeTextKeys[profile.status])}</Badge>}
      <p>
        {profile
          ? t(statusSentenceTextKeys[profile.status], { reason: profile.reason ?? "" })
          : t("statusNone")}
      </p>
      {children}
    </div>
  );
}
