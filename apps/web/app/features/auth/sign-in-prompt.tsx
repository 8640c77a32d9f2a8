import { useLocation } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { ButtonLink } from "../../kit/ui/button-link.tsx";
import { DocumentTitle } from "../../kit/ui/document-title.tsx";
import { LogoMark } from "../../kit/ui/logo-mark.tsx";
import styles from "./sign-in-prompt.module.css";

interface SignInPromptProps {
  /** The title of the page for which the visitor must sign in. */
  title: string;
  /**
   * Whether the prompt stands inside a `main` element of the page's layout. The prompt is then a `div`, because a page
   * may have only one `main`.
   */
  isInsideMain?: boolean;
}

/** Shown to signed-out visitors instead of a page that needs an account. */
export function SignInPrompt({ title, isInsideMain = false }: SignInPromptProps) {
  const Container = isInsideMain ? "div" : "main";
  const { t } = useTranslation(["auth", "common"]);
  const { pathname, search } = useLocation();
  return (
    <Container className={styles.page}>
      <DocumentTitle>{title}</DocumentTitle>
      <LogoMark size={48} />
      <h1 className={styles.title}>{t("promptTitle")}</h1>
      <p className={styles.text}>{t("promptText")}</p>
      <div className={styles.actions}>
        <ButtonLink kind="primary" target={{ page: `/login?next=${encodeURIComponent(pathname + search)}` }}>
          {t("common:signIn")}
        </ButtonLink>
        <ButtonLink target={{ page: "/register" }}>{t("common:signUp")}</ButtonLink>
      </div>
    </Container>
  );
}
