import { IconMessages } from "@tabler/icons-react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { DocumentTitle } from "../../kit/ui/document-title.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import styles from "./conversation.module.css";

/** Shown beside the list of conversations while no conversation is open. */
export default function ChatStart() {
  const { t } = useTranslation("conversations");
  return (
    <section className={styles.emptyState} aria-label={t("chooseTitle")} tabIndex={-1} data-focus-fallback>
      <DocumentTitle>{t("title")}</DocumentTitle>
      <EmptyState
        icon={<IconMessages size={24} stroke={1.6} />}
        title={t("chooseTitle")}
        text={t("chooseText")}
      />
    </section>
  );
}
