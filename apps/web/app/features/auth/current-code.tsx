import type { FieldValues, Path } from "react-hook-form";
import { useTranslation } from "../../i18n/use-translation.tsx";
import type { FormOf } from "../../kit/form.tsx";
import { CodeField } from "./code-field.tsx";

/** The field `code` for a code of the authenticator app, in forms that also ask for the password again. */
export function CurrentCodeField<V extends FieldValues & { code?: string | undefined }>({
  form: { field, resetField, setFocus },
}: {
  form: Pick<FormOf<V>, "field" | "resetField" | "setFocus">;
}) {
  const { t } = useTranslation("auth");
  const name = "code" as Path<V>;
  return (
    <CodeField
      field={field(name)}
      label={t("code")}
      onSwitch={() => {
        resetField(name);
        setFocus(name);
      }}
    />
  );
}
