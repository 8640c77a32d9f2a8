import { deletionGraceDays, requestDeletion } from "@kakehashi/contract/deletion";
import type { Account } from "@kakehashi/contract/users";
import { useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { accessTokenStore, call } from "../../kit/api.ts";
import { Form, useForm } from "../../kit/form.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { TextField } from "../../kit/ui/text-field.tsx";
import { CurrentPasswordField } from "../auth/current-password.tsx";
import settings from "../settings/settings.module.css";
import styles from "./delete-account.module.css";
import { PlannedDeletionNote } from "./planned.tsx";

const schema = () =>
  import("@kakehashi/contract/schemas/deletion").then((deletion) => deletion.requestDeletion.body);

/**
 * Asks for the password and the email address, and then plans the deletion of the account. The deletion takes effect
 * after two weeks.
 */
export function DeleteAccount({ account }: { account: Account }) {
  const { t } = useTranslation("leaving");
  const [isOpened, setOpened] = useState(false);
  return (
    <section id="delete" className={settings.section}>
      <h2>{t("deleteTitle")}</h2>
      {account.deletion_due_at ? (
        <PlannedDeletionNote dueAt={account.deletion_due_at} />
      ) : (
        <>
          <p className={styles.note}>{t("deleteText", { days: deletionGraceDays })}</p>
          <ul className={styles.list}>
            <li>{t("deleteGone")}</li>
            <li>{t("deleteStays")}</li>
            <li>{t("deleteExport")}</li>
          </ul>
          <Button onClick={() => setOpened(true)}>{t("deleteAsk")}</Button>
          <Dialog opened={isOpened} onClose={() => setOpened(false)} title={t("deleteSure")} widthPx={480}>
            <DeleteForm email={account.email} close={() => setOpened(false)} />
          </Dialog>
        </>
      )}
    </section>
  );
}

function DeleteForm({ email, close }: { email: string; close: () => void }) {
  const { t } = useTranslation(["leaving", "common"]);
  const form = useForm({
    schema,
    values: { current_password: "", confirmation: "" },
    async send(body) {
      const { data } = await call(requestDeletion, { body });
      accessTokenStore.forgetToken();
      location.assign(`/login?leaving=${encodeURIComponent(data.due_at)}`);
    },
  });
  return (
    <Form
      form={form}
      className={styles.form}
      actions={
        <div className={styles.actions}>
          <Button onClick={close}>{t("common:cancel")}</Button>
          <Button type="submit" kind="danger" loading={form.isSubmitting}>
            {t("deleteAct")}
          </Button>
        </div>
      }
    >
      <p className={styles.note}>{t("deleteHow", { days: deletionGraceDays })}</p>
      <CurrentPasswordField form={form} email={email} autoFocus />
      <TextField
        {...form.field("confirmation")}
        label={t("deleteType", { email })}
        autoComplete="off"
        inputMode="email"
        spellCheck={false}
      />
    </Form>
  );
}
