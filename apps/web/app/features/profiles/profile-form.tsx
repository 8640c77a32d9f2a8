import { maximumFreeTextLength, type Profile } from "@kakehashi/contract/profiles";
import type { Account } from "@kakehashi/contract/users";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Form } from "../../kit/form.tsx";
import { toast } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { TextArea } from "../../kit/ui/text-area.tsx";
import { TextField } from "../../kit/ui/text-field.tsx";
import { useLeaveWarning } from "../../kit/ui/use-leave-warning.ts";
import { ReadingAndLatinFields } from "./name-fields.tsx";
import styles from "./profile.module.css";
import { useCategories } from "./queries.ts";
import type { ProfileFormState as Filled } from "./use-profile-form.ts";

interface ProfileFormProps {
  account: Account;
  profile: Profile | null;
  form: Filled;
}

/** The fields of a person's profile, or of a company's with a contact person. */
export function ProfileForm({
  account,
  profile,
  form: { form, save, newer, applyNewerValues },
}: ProfileFormProps) {
  const { t } = useTranslation(["profiles", "profileForm"]);
  const categories = useCategories();
  const isCompany = account.account_type === "COMPANY";
  const { field, register, errorOf, failure, isSubmitting, isDirty } = form;
  const categoriesError = errorOf("category_ids");
  const isNew = profile === null;
  async function submit(): Promise<void> {
    if (await save()) toast(t(isNew ? "profileForm:created" : "profileForm:saved"));
  }
  useLeaveWarning(isDirty && !isSubmitting, {
    title: t("profileForm:leaveTitle"),
    text: t("profileForm:leaveText"),
    actionLabel: t("profileForm:leaveAction"),
  });
  const optionalLabel = (label: string) => t("profileForm:optional", { label });
  const personNames = (
    <div className={styles.pair}>
      <TextField {...field("last_name")} label={t("lastName")} autoComplete="family-name" />
      <TextField {...field("first_name")} label={t("firstName")} autoComplete="given-name" />
    </div>
  );
  return (
    <Form
      className={styles.form ?? ""}
      form={{ submit, failure }}
      actions={
        <div className={styles.actions}>
          <Button type="submit" kind="primary" size="md" loading={isSubmitting} disabled={!isNew && !isDirty}>
            {t(isNew ? "profileForm:create" : "profileForm:save")}
          </Button>
        </div>
      }
    >
      {newer && (
        <div className={styles.status} data-tone="amber" role="status">
          <p>{t("profileForm:newer")}</p>
          <Button onClick={() => applyNewerValues(false)}>{t("profileForm:takeNewer")}</Button>
          <Button onClick={() => applyNewerValues(true)}>{t("profileForm:keepMine")}</Button>
        </div>
      )}
      <TextField
        {...field("name")}
        label={t(isCompany ? "companyName" : "name")}
        autoComplete={isCompany ? "organization" : "name"}
      />
      <ReadingAndLatinFields form={form} isCompany={isCompany} />
      {isCompany ? (
        <fieldset className={styles.group}>
          <legend>{t("contactPerson")}</legend>
          {personNames}
        </fieldset>
      ) : (
        personNames
      )}
      <TextField {...field("address")} label={t("address")} autoComplete="street-address" />
      <TextField {...field("phone")} label={t("phone")} type="tel" autoComplete="tel" />
      <fieldset className={styles.group} aria-describedby={categoriesError && "categories-error"}>
        <legend>{t("categories")}</legend>
        <div className={styles.chips}>
          {categories.map(({ id, name }) => (
            <label key={id} className={styles.chip}>
              <input {...register("category_ids")} type="checkbox" value={id} />
              {name}
            </label>
          ))}
        </div>
        {categoriesError && (
          <p className={styles.error} id="categories-error">
            {categoriesError}
          </p>
        )}
      </fieldset>
      <TextArea
        {...field("description")}
        label={t("profileForm:needed", { label: t("description") })}
        description={t("profileForm:descriptionHint")}
        maxLength={maximumFreeTextLength}
        rows={4}
      />
      <TextField
        {...field("website")}
        label={optionalLabel(t("website"))}
        type="url"
        inputMode="url"
        autoComplete="url"
        placeholder="https://"
      />
    </Form>
  );
}
