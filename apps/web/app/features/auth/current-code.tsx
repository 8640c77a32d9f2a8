import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { CodeField } from "./code-field.tsx";

/** The field for a two-step code, named `code`, in forms that ask for the password again. */
export function CurrentCode<V extends FieldValues & { code?: string | undefined }>({
  form: { register, resetField, setFocus, formState },
}: {
  form: Pick<UseFormReturn<V>, "register" | "resetField" | "setFocus" | "formState">;
}) {
  const { t } = useTranslation("auth");
  const name = "code" as Path<V>;
  return (
    <CodeField
      register={register}
      name={name}
      label={t("code")}
      error={formState.errors.code?.message as string | undefined}
      onSwitch={() => {
        resetField(name);
        setFocus(name);
      }}
    />
  );
}
