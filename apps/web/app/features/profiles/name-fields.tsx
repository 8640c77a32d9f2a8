import { isLatin } from "@kakehashi/contract/other-name";
import { useRef } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import type { FormOf } from "../../kit/form.tsx";
import { TextField } from "../../kit/ui/text-field.tsx";
import styles from "./profile.module.css";
import type { ProfileFields } from "./profile-fields.ts";

interface OtherNameFieldsProps {
  form: Pick<FormOf<ProfileFields>, "field" | "watch" | "getValues" | "setValue" | "formState">;
  isCompany: boolean;
}

/** The fields for the reading (pronunciation) and the Latin form of a name. Both are optional. */
export function ReadingAndLatinFields({ form, isCompany: company }: OtherNameFieldsProps) {
  const { t } = useTranslation(["profiles", "profileForm"]);
  const { field, watch, getValues, setValue, formState } = form;
  const lastProposal = useRef("");

  /** Proposes a Latin name from the reading, until the person edits the Latin name. */
  async function proposeLatin(): Promise<void> {
    // If the code for proposals cannot be loaded, for example offline, propose no name.
    const proposalModule = await import("./latin-proposal.ts").catch(() => undefined);
    if (!proposalModule) return;
    const { name, reading = "", latin_name = "" } = getValues();
    if (isLatin(name) || (latin_name !== "" && latin_name !== lastProposal.current)) return;
    lastProposal.current = proposalModule.proposeLatinName(reading, company);
    setValue("latin_name", lastProposal.current, {
      shouldDirty: true,
      shouldValidate: formState.isSubmitted,
    });
  }

  const [name, latinName] = watch(["name", "latin_name"]);
  const optionalLabel = (label: string) => t("profileForm:optional", { label });
  return (
    <div className={styles.pair}>
      <TextField
        {...field("reading", { onChange: () => void proposeLatin() })}
        label={optionalLabel(t("reading"))}
        description={t("profileForm:readingHint")}
        autoComplete="off"
      />
      {(!isLatin(name) || latinName !== "") && (
        <TextField
          {...field("latin_name")}
          label={optionalLabel(t("latinName"))}
          description={t("profileForm:latinNameHint")}
          autoComplete="off"
        />
      )}
    </div>
  );
}
