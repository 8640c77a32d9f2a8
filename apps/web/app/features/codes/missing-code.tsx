import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { UnsentButtons } from "../../kit/ui/unsent-buttons.tsx";
import { useFormDraft } from "../../kit/use-form-draft.ts";
import { useReader } from "../auth/reader.ts";
import styles from "./missing-code.module.css";

/**
 * Shown instead of the editor if the snippet was deleted, or if the reader may no longer change it. The reader's
 * unsaved text stays visible until they discard it.
 */
export function MissingSnippet({ slug }: { slug: string }) {
  const { t } = useTranslation(["codes", "messages"]);
  const { userId } = useReader();
  const draft = useFormDraft({ userId, formKey: `code ${slug}`, saved: {} });
  const { title, description, content } = draft.restored?.changes ?? {};
  const text = [title, description, content].filter(Boolean).join("\n\n");
  return (
    <>
      <EmptyState
        title={t("missingTitle")}
        text={t("missingText")}
        action={<Link to="/codes">{t("back")}</Link>}
      />
      {text !== "" && (
        <section className={styles.lost} aria-labelledby="lost-code">
          <h2 id="lost-code">{t("lostDraft")}</h2>
          <pre translate="no" dir="ltr">
            {text}
          </pre>
          <UnsentButtons
            text={text}
            copyLabel={t("lostCopy")}
            copiedText={t("messages:textCopied")}
            discardLabel={t("messages:discard")}
            onDiscard={() => draft.discard()}
          />
        </section>
      )}
    </>
  );
}
