import { signInServiceName } from "@kakehashi/contract/auth";
import { useNavigate, useSearchParams } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { ApiError } from "../../kit/api-error.ts";
import { Form, useForm } from "../../kit/form.tsx";
import { PasswordField, TextField } from "../../kit/ui/text-field.tsx";
import { useHydrated } from "../../kit/use-hydrated.ts";
import { nextPageFor } from "./next-page.ts";
import { signInWithPassword } from "./session.ts";
import { SubmitButton } from "./submit-button.tsx";

const loadSignInSchema = () => import("@kakehashi/contract/schemas/auth").then((auth) => auth.signIn.body);

export function SignInForm() {
  const { t } = useTranslation(["auth", "account", "common"]);
  const isHydrated = useHydrated();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const form = useForm({
    schema: loadSignInSchema,
    values: { email: search.get("email") ?? "", password: "", service: signInServiceName },
    async send({ email, password }) {
      const account = await signInWithPassword(email, password);
      await navigate(nextPageFor(account, search.get("next")), { replace: true });
    },
    async onRefused(error) {
      const needsCode = error instanceof ApiError && error.code === "AUTH.TWO_STEP";
      const returnAddress = search.get("next");
      if (needsCode)
        await navigate(`/login/two-step${returnAddress ? `?next=${encodeURIComponent(returnAddress)}` : ""}`);
      return needsCode;
    },
  });
  return (
    <Form
      form={form}
      actions={
        <SubmitButton isSubmitting={form.isSubmitting} isHydrated={isHydrated}>
          {t("common:signIn")}
        </SubmitButton>
      }
    >
      <TextField
        {...form.field("email")}
        label={t("email")}
        type="email"
        autoComplete="username"
        inputMode="email"
      />
      <PasswordField
        {...form.field("password")}
        label={t("password")}
        toggleLabel={t("showPassword")}
        autoComplete="current-password"
      />
    </Form>
  );
}
