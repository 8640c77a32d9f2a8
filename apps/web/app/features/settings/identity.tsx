import { type Account, mayChooseAccountType, mayChooseRole } from "@kakehashi/contract/users";
import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { roleTextKeys } from "../profiles/roles.ts";
import styles from "./settings.module.css";

const accountTypeTextKeys = { PERSONAL: "typePersonal", COMPANY: "typeCompany" } as const;

/**
 * The person's role and account type. They can be changed until the person requests the activation of their profile,
 * and again after a refusal, because the profile depends on them. An admin's role cannot be changed.
 */
export function RoleAndAccountTypeSettings({ account }: { account: Account }) {
  const { t } = useTranslation(["account", "common"]);
  const rows = [
    {
      name: t("role"),
      value: t(`common:${roleTextKeys[account.role]}`),
      page: mayChooseRole(account) ? "/role" : null,
    },
    {
      name: t("accountType"),
      value: account.account_type ? t(accountTypeTextKeys[account.account_type]) : t("notChosen"),
      page: mayChooseAccountType(account) ? "/type_account" : null,
    },
  ];
  const isLocked = rows.some(({ page }) => page === null) && account.role !== "admin";
  return (
    <section id="identity" className={styles.section}>
      <h2>{t("settingsIdentity")}</h2>
      <dl className={styles.details}>
        {rows.map(({ name, value, page }) => (
          <div key={name} className={styles.detail}>
            <dt>{name}</dt>
            <dd>
              {value}
              {page && (
                <Link to={`${page}?next=/settings`} aria-label={`${t("change")}: ${name}`}>
                  {t("change")}
                </Link>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {isLocked && <p className={styles.mutedText}>{t("choiceSettled")}</p>}
    </section>
  );
}
