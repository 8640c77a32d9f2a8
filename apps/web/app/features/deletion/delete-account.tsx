import { graceDays, requestDeletion } from "@kakehashi/contract/deletion";
import type { Account } from "@kakehashi/contract/users";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { call, tokens } from "../../kit/api.ts";
import { checkedBy, showRefusal } from "../../kit/form.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { useErrorText } from "../../kit/ui/states.tsx";
import { TextField } from "../../kit/ui/text-field.tsx";
import { CurrentPassword } from "../auth/current-password.tsx";
import settings from "../settings/settings.module.css";
import styles from "./delete-account.module.css";
import { Planned } from "./planned.tsx";

const schema = () =>
  import("@kakehashi/contract/schemas/deletion").then((deletion) => deletion.requestDeletion.body);

/** Deletes the account: asks for the password and the address, and takes effect after two weeks. */
export function DeleteAccount({ account }: { account: Account }) {
  const { t } = useTranslation("leaving");
  const [opened, setOpened] = useState(false);
  return (
    <section id="delete" className={settings.section}>
      <h2>{t("deleteTitle")}</h2>
      {account.deletion_due_at ? (
        <Planned due={account.deletion_due_at} />
      ) : (
        <>
          <p className={styles.note}>{t("deleteText", { days: graceDays })}</p>
          <ul className={styles.list}>
            <li>{t("deleteGone")}</li>
            <li>{t("deleteStays")}</li>
            <li>{t("deleteExport")}</li>
          </ul>
          <Button onClick={() => setOpened(true)}>{t("deleteAsk")}</Button>
          <Dialog opened={opened} onClose={() => setOpened(false)} title={t("deleteSure")} width={480}>
            <Form email={account.email} close={() => setOpened(false)} />
          </Dialog>
        </>
      )}
    </section>
  );
}

function Form({ email, close }: { email: string; close: () => void }) {
  const { t, i18n } = useTranslation(["leaving", "common"]);
  const textOf = useErrorText();
  const form = useForm({
    resolver: checkedBy(schema, i18n.language),
    mode: "onTouched",
    defaultValues: { current_password: "", confirmation: "" },
  });
  const { register, handleSubmit, setError, formState } = form;
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (body) => {
    try {
      const { data } = await call(requestDeletion, { body });
      tokens.forget();
      location.assign(`/login?leaving=${encodeURIComponent(data.due_at)}`);
    } catch (error) {
      showRefusal(error, setError, textOf);
    }
  });
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p className={styles.note}>{t("deleteHow", { days: graceDays })}</p>
      <CurrentPassword form={form} email={email} autoFocus />
      <TextField
        {...register("confirmation")}
        label={t("deleteType", { email })}
        error={errors.confirmation?.message}
        autoComplete="off"
        inputMode="email"
        spellCheck={false}
      />
      {errors.root && (
        <p className={settings.error} role="alert">
          {errors.root.message}
        </p>
      )}
      <div className={styles.actions}>
        <Button onClick={close}>{t("common:cancel")}</Button>
        <Button type="submit" kind="danger" loading={isSubmitting}>
          {t("deleteAct")}
        </Button>
      </div>
    </form>
  );
}
