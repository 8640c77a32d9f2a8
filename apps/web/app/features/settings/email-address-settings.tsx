import {
  cancelEmailChange,
  getPendingEmailChange,
  type PendingEmailChange,
} from "@kakehashi/contract/email-change";
import type { Account } from "@kakehashi/contract/users";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { getQueryClient } from "../../kit/query.ts";
import { toast } from "../../kit/toast.ts";
import { Badge } from "../../kit/ui/badge.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { EmailForm } from "./email-form.tsx";
import styles from "./settings.module.css";

/**
 * This query key begins with the key of the account's query, so that refetching the account refetches this query, too.
 */
const emailChangeQueryKey = ["account", "email-change"];

export function EmailAddressSettings({ account }: { account: Account }) {
  const { t } = useTranslation("account");
  const [isOpened, setIsOpened] = useState(false);
  const query = useQuery({
    queryKey: emailChangeQueryKey,
    queryFn: async ({ signal }) => (await call(getPendingEmailChange, { signal })).data,
  });
  const cacheEmailChange = (change: PendingEmailChange | null) =>
    getQueryClient().setQueryData(emailChangeQueryKey, change);
  return (
    <section id="email" className={styles.section}>
      <h2>{t("settingsEmail")}</h2>
      <p className={styles.note}>{t("emailNote", { email: account.email })}</p>
      <LoadedContent query={query} rows={1}>
        {(change) =>
          change ? (
            <PendingEmailAddress
              change={change}
              email={account.email}
              onWithdrawn={() => cacheEmailChange(null)}
            />
          ) : (
            <Button onClick={() => setIsOpened(true)}>{t("changeEmail")}</Button>
          )
        }
      </LoadedContent>
      <Dialog opened={isOpened} onClose={() => setIsOpened(false)} title={t("changeEmail")} widthPx={480}>
        <EmailForm
          email={account.email}
          onSent={(change) => {
            setIsOpened(false);
            cacheEmailChange(change);
          }}
        />
      </Dialog>
    </section>
  );
}

function PendingEmailAddress({
  change,
  email,
  onWithdrawn,
}: {
  change: PendingEmailChange;
  email: string;
  onWithdrawn: () => void;
}) {
  const { t } = useTranslation("account");
  const format = useFormat();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(cancelEmailChange),
    onSuccess: () => {
      onWithdrawn();
      toast(t("emailWithdrawn"));
    },
    onSettled: () => getQueryClient().invalidateQueries({ queryKey: emailChangeQueryKey }),
  });
  const emailAddresses = [
    { address: email, confirmed: change.old_confirmed },
    { address: change.email, confirmed: change.new_confirmed },
  ];
  return (
    <>
      <p className={styles.waiting} role="status">
        {t("emailWaiting", { email: change.email, time: format.fullDateTime(change.expires_at) })}
      </p>
      <ul className={styles.addresses}>
        {emailAddresses.map(({ address, confirmed }) => (
          <li key={address}>
            <Badge tone={confirmed ? "jade" : "amber"}>
              {t(confirmed ? "emailSideDone" : "emailSideOpen")}
            </Badge>
            <span>{address}</span>
          </li>
        ))}
      </ul>
      <Button onClick={() => mutate()} loading={isPending}>
        {t("emailWithdraw")}
      </Button>
    </>
  );
}
