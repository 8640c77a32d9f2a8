import { contentLength, createProfile, type Profile, updateProfile } from "@kakehashi/contract/profiles";
import type { Account } from "@kakehashi/contract/users";
import "@mantine/core/styles/Input.layer.css";
import { Textarea } from "@mantine/core";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { call } from "../../kit/api.ts";
import { checkedBy, showRefusal } from "../../kit/form.ts";
import { Button } from "../../kit/ui/button.tsx";
import { useErrorText } from "../../kit/ui/states.tsx";
import field from "../../kit/ui/text-field.module.css";
import { TextField } from "../../kit/ui/text-field.tsx";
import { toast } from "../../kit/ui/toast.tsx";
import { useLeaveWarning } from "../../kit/ui/use-leave-warning.ts";
import styles from "./profile.module.css";
import { afterProfileChange, useCategories } from "./queries.ts";

const schema = () => import("@kakehashi/contract/schemas/profiles").then((profiles) => profiles.profileBody);

/** The fields of a profile: a person's, or a company's with somebody to ask. */
export function ProfileForm({ account, profile }: { account: Account; profile: Profile | null }) {
  const { t, i18n } = useTranslation("profiles");
  const textOf = useErrorText();
  const categories = useCategories();
  const company = account.account_type === "COMPANY";
  const { register, handleSubmit, setError, reset, formState } = useForm({
    resolver: checkedBy(schema, i18n.language),
    mode: "onTouched",
    defaultValues: {
      first_name: profile?.first_name ?? "",
      last_name: profile?.last_name ?? "",
      name: profile?.name ?? account.name,
      address: profile?.address ?? "",
      phone: profile?.phone ?? "",
      category_ids: profile?.categories.map(({ id }) => id) ?? [],
      description: profile?.description ?? "",
      website: profile?.website ?? "",
    },
  });
  const { errors, isSubmitting, isDirty } = formState;
  useLeaveWarning(isDirty && !isSubmitting, {
    title: t("leaveTitle"),
    text: t("leaveText"),
    action: t("leaveAction"),
  });
  const submit = handleSubmit(async (body) => {
    try {
      const { data } = await call(profile ? updateProfile : createProfile, { body });
      reset({ ...body, description: data.description, website: data.website });
      await afterProfileChange(data);
      toast(t("saved"));
    } catch (error) {
      showRefusal(error, setError, textOf);
    }
  });
  const optional = (label: string) => `${label} (${t("optional")})`;
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        {...register("name")}
        label={t(company ? "companyName" : "name")}
        error={errors.name?.message}
        autoComplete={company ? "organization" : "name"}
      />
      <div className={styles.pair}>
        <TextField
          {...register("last_name")}
          label={t(company ? "contactLast" : "lastName")}
          error={errors.last_name?.message}
          autoComplete="family-name"
        />
        <TextField
          {...register("first_name")}
          label={t(company ? "contactFirst" : "firstName")}
          error={errors.first_name?.message}
          autoComplete="given-name"
        />
      </div>
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
      <fieldset className={styles.categories} aria-describedby={errors.category_ids && "categories-error"}>
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
        label={optional(t("description"))}
        description={t("descriptionHint")}
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
          {t(profile ? "save" : "create")}
        </Button>
      </div>
    </form>
  );
}
