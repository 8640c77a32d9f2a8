import { useRef } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { isLatin } from "../../kit/other-name.ts";
import { TextField } from "../../kit/ui/text-field.tsx";
import styles from "./profile.module.css";
import type { ProfileFields, ProfileValues } from "./profile-fields.ts";

interface Props {
  form: UseFormReturn<ProfileFields, unknown, ProfileValues>;
  company: boolean;
}

/** The reading and the Latin form of the name. Both are optional. */
export function OtherNameFields({ form, company }: Props) {
  const { t } = useTranslation(["profiles", "profileForm"]);
  const { register, watch, getValues, setValue, formState } = form;
  const proposed = useRef("");
  const { errors } = formState;

  /** Follows the reading until the person edits the Latin name. */
  async function propose(): Promise<void> {
    // If the code fails to load offline, no name is proposed.
    const part = await import("./latin-proposal.ts").catch(() => undefined);
    if (!part) return;
    const { name, reading = "", latin_name = "" } = getValues();
    if (isLatin(name) || (latin_name !== "" && latin_name !== proposed.current)) return;
    proposed.current = part.proposeLatinName(reading, company);
    setValue("latin_name", proposed.current, { shouldDirty: true, shouldValidate: formState.isSubmitted });
  }

  const [name, latinName] = watch(["name", "latin_name"]);
  const optional = (label: string) => t("profileForm:optional", { label });
  return (
    <div className={styles.pair}>
      <TextField
        {...register("reading", { onChange: () => void propose() })}
        label={optional(t("reading"))}
        description={t("profileForm:readingHint")}
        error={errors.reading?.message}
        autoComplete="off"
      />
      {(!isLatin(name) || latinName !== "") && (
        <TextField
          {...register("latin_name")}
          label={optional(t("latinName"))}
          description={t("profileForm:latinNameHint")}
          error={errors.latin_name?.message}
          autoComplete="off"
        />
      )}
    </div>
  );
}
