import type { Account } from "@kakehashi/contract/users";
import type { ComponentPropsWithRef } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Avatar } from "../../kit/ui/avatar.tsx";
import styles from "./account-menu.module.css";

/** The button with the person's picture. It opens the account menu. */
export function AccountButton({
  account,
  ...buttonProps
}: { account: Account } & ComponentPropsWithRef<"button">) {
  const { t } = useTranslation("workspace");
  return (
    <button {...buttonProps} type="button" className={styles.target} aria-label={t("account")}>
      <Avatar id={account.id} name={account.name} image={account.avatar} size={32} />
    </button>
  );
}
