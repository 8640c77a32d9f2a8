import {
  beginGoogleSignIn,
  getIdentityIssuers,
  listIdentities,
  unlinkGoogleAccount,
} from "@kakehashi/contract/identities";
import type { Account } from "@kakehashi/contract/users";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call, getTokenYoungerThan } from "../../kit/api.ts";
import { getQueryClient } from "../../kit/query.ts";
import { toast, toastError } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { askToConfirm } from "../../kit/ui/confirm.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { GoogleSignInError } from "../auth/google.tsx";
import section from "./settings.module.css";
import styles from "./two-step-settings.module.css";

const identitiesQueryKey = ["identities"];
/**
 * Before the link to Google opens, the session is renewed if its access token is older than this many milliseconds.
 * Otherwise the session's cookie might expire before the person returns from Google.
 */
const maxTokenAgeMs = 60_000;

/** Links or unlinks a Google account. Renders nothing if Google sign-in is off. */
export function GoogleAccountSettings({ account }: { account: Account }) {
  const query = useQuery({
    queryKey: identitiesQueryKey,
    queryFn: async ({ signal }) => {
      const [issuers, identities] = await Promise.all([
        call(getIdentityIssuers, { signal }),
        call(listIdentities, { signal }),
      ]);
      return { isOffered: issuers.data.google, linked: identities.data[0] };
    },
  });
  return (
    <LoadedContent query={query} rows={0}>
      {({ isOffered, linked }) => isOffered && <GoogleLink account={account} linkedAccount={linked} />}
    </LoadedContent>
  );
}

function GoogleLink({
  account,
  linkedAccount,
}: {
  account: Account;
  linkedAccount: { email: string } | undefined;
}) {
  const { t } = useTranslation("twoStep");
  const { mutate: unlinkMutation, isPending } = useMutation({
    mutationFn: () => call(unlinkGoogleAccount),
    onSuccess: () => toast(t("googleUnlinked")),
    onSettled: () => getQueryClient().invalidateQueries({ queryKey: identitiesQueryKey }),
  });
  return (
    <section id="google" className={section.section}>
      <h2>{t("googleTitle")}</h2>
      <GoogleSignInError />
      <p className={styles.note}>
        {linkedAccount
          ? t("googleOn", { email: linkedAccount.email })
          : t("googleOff", { email: account.email })}
      </p>
      {linkedAccount ? (
        <Button
          loading={isPending}
          onClick={async () => {
            const actionLabel = t("googleUnlink");
            if (
              await askToConfirm({
                title: t("googleTitle"),
                text: t("googleUnlinkText"),
                actionLabel,
                isDestructive: true,
              })
            )
              unlinkMutation();
          }}
        >
          {t("googleUnlink")}
        </Button>
      ) : (
        <Button
          onClick={async () => {
            try {
              await getTokenYoungerThan(maxTokenAgeMs);
              location.assign(`/api${beginGoogleSignIn.path}?link=1&next=/settings`);
            } catch (failure) {
              toastError(failure);
            }
          }}
        >
          {t("googleLink")}
        </Button>
      )}
    </section>
  );
}
