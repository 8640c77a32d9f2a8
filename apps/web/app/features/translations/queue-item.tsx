import type { TranslationUnit } from "@kakehashi/contract/translations";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Badge, TranslationState } from "../../kit/ui/badge.tsx";
import { LanguageMark } from "../../kit/ui/language-mark.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { conversationName } from "../conversations/name.ts";
import { previewOf } from "../conversations/preview.ts";
import { ClaimedBy } from "./claimed-by.tsx";
import styles from "./desk.module.css";

/** Where a translation is worked on. */
export const addressOf = ({ message, language }: TranslationUnit) =>
  `/translations/${message.id}?to=${language}`;

/** What waits for a translator, in a list. */
export function QueueItem({ unit, current }: { unit: TranslationUnit; current: boolean }) {
  const { t } = useTranslation(["translations", "conversations", "common"]);
  const { t: tRoom } = useTranslation(["conversations", "common"]);
  const format = useFormat();
  const { message, conversation, language, translation, urgency, waiting_since } = unit;
  return (
    <Link
      className={styles.item ?? ""}
      to={addressOf(unit)}
      aria-current={current ? "page" : undefined}
      data-urgency={urgency}
    >
      <span className={styles.firstLine}>
        <LanguageMark language={message.language} />
        <span aria-hidden="true">→</span>
        <LanguageMark language={language} />
        <span className={styles.conversation}>{conversationName(conversation, tRoom)}</span>
        {waiting_since && <time dateTime={waiting_since}>{format.ago(waiting_since)}</time>}
      </span>
      <span className={styles.excerpt} lang={message.language}>
        {previewOf(message.content)}
      </span>
      <span className={styles.lastLine}>
        <TranslationState state={translation?.state ?? "NEEDS_TRANSLATION"} />
        {urgency === "HIGH" && <Badge tone="accent">{t("urgent")}</Badge>}
        {translation?.claimed_by && <ClaimedBy userId={translation.claimed_by} />}
      </span>
    </Link>
  );
}
