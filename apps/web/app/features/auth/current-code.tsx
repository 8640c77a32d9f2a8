import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { CodeField } from "./code-field.tsx";

/** A code of the second step, as `code`, for what asks for it once more beside the password. */
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
