import { contentLength, type Profile } from "@kakehashi/contract/profiles";
import type { Account } from "@kakehashi/contract/users";
import "@mantine/core/styles/Input.layer.css";
import { Textarea } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { toast } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import field from "../../kit/ui/text-field.module.css";
import { TextField } from "../../kit/ui/text-field.tsx";
import { useLeaveWarning } from "../../kit/ui/use-leave-warning.ts";
import { OtherNameFields } from "./name-fields.tsx";
import styles from "./profile.module.css";
import { useCategories } from "./queries.ts";
import type { ProfileForm as Form } from "./use-profile-form.ts";

interface Props {
  account: Account;
  profile: Profile | null;
  form: Form;
}

/** The fields of a person's profile, or of a company's with a contact person. */
export function ProfileForm({ account, profile, form: { form, save, newer, follow } }: Props) {
  const { t } = useTranslation(["profiles", "profileForm"]);
  const categories = useCategories();
  const company = account.account_type === "COMPANY";
  const { register, formState } = form;
  const { errors, isSubmitting, isDirty } = formState;
  useLeaveWarning(isDirty && !isSubmitting, {
    title: t("profileForm:leaveTitle"),
    text: t("profileForm:leaveText"),
    action: t("profileForm:leaveAction"),
  });
  const optional = (label: string) => t("profileForm:optional", { label });
  const personNames = (
    <div className={styles.pair}>
      <TextField
        {...register("last_name")}
        label={t("lastName")}
        error={errors.last_name?.message}
        autoComplete="family-name"
      />
      <TextField
        {...register("first_name")}
        label={t("firstName")}
        error={errors.first_name?.message}
        autoComplete="given-name"
      />
    </div>
  );
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={async (event) => {
        event.preventDefault();
        const isNew = profile === null;
        if (await save()) toast(t(isNew ? "profileForm:created" : "profileForm:saved"));
      }}
    >
      {newer && (
        <div className={styles.status} data-tone="amber" role="status">
          <p>{t("profileForm:newer")}</p>
          <Button onClick={() => follow(false)}>{t("profileForm:takeNewer")}</Button>
          <Button onClick={() => follow(true)}>{t("profileForm:keepMine")}</Button>
        </div>
      )}
      <TextField
        {...register("name")}
        label={t(company ? "companyName" : "name")}
        error={errors.name?.message}
        autoComplete={company ? "organization" : "name"}
      />
      <OtherNameFields form={form} company={company} />
      {company ? (
        <fieldset className={styles.group}>
          <legend>{t("contactPerson")}</legend>
          {personNames}
        </fieldset>
      ) : (
        personNames
      )}
      <TextField
        {...register("address")}
        label={t("address")}
        error={errors.address?.message}
        autoComplete="street-address"
      />
      <TextField
        {...register("phone")}
        label={t("phone")}
        error={errors.phone?.message}
        type="tel"
        autoComplete="tel"
      />
      <fieldset className={styles.group} aria-describedby={errors.category_ids && "categories-error"}>
        <legend>{t("categories")}</legend>
        <div className={styles.chips}>
          {categories.map(({ id, name }) => (
            <label key={id} className={styles.chip}>
              <input {...register("category_ids")} type="checkbox" value={id} />
              {name}
            </label>
          ))}
        </div>
        {errors.category_ids && (
          <p className={styles.error} id="categories-error">
            {errors.category_ids.message}
          </p>
        )}
      </fieldset>
      <Textarea
        {...register("description")}
        classNames={field}
        inputWrapperOrder={["label", "input", "error", "description"]}
        label={`${t("description")} (${t("profileForm:needed")})`}
        description={t("profileForm:descriptionHint")}
        error={errors.description?.message}
        maxLength={contentLength}
        rows={4}
        size="md"
      />
      <TextField
        {...register("website")}
        label={optional(t("website"))}
        error={errors.website?.message}
        type="url"
        inputMode="url"
        autoComplete="url"
        placeholder="https://"
      />
      {errors.root && (
        <p className={styles.error} role="alert">
          {errors.root.message}
        </p>
      )}
      <div className={styles.actions}>
        <Button
          type="submit"
          kind={profile ? "plain" : "primary"}
          size="md"
          loading={isSubmitting}
          disabled={profile !== null && !isDirty}
        >
          {t(profile ? "profileForm:save" : "profileForm:create")}
        </Button>
      </div>
    </form>
  );
}
