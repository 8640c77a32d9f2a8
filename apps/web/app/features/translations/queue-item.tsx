import type { TranslationUnit } from "@kakehashi/contract/translations";
import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Badge, TranslationStateLabel } from "../../kit/ui/badge.tsx";
import { ItemErrorBoundary } from "../../kit/ui/boundary.tsx";
import { LanguageTag } from "../../kit/ui/language-tag.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { useReader } from "../auth/reader.ts";
import { conversationName } from "../conversations/name.ts";
import { firstWordsOf } from "../conversations/preview.ts";
import { ClaimedByNote, useClaimant } from "./claimed-by.tsx";
import styles from "./queue-item.module.css";

interface QueueItemProps {
  unit: TranslationUnit;
  /** Whether no translator of the message's room knows both languages. */
  hasNoTranslator: boolean;
  address: string;
  current: boolean;
}

/**
 * An item of the translators' list: the message's conversation, the state of its translation, and the person who has
 * claimed it.
 */
export function TranslationListItem(props: QueueItemProps) {
  return (
    <ItemErrorBoundary resetKey={props.unit}>
      <TranslationUnitLink {...props} />
    </ItemErrorBoundary>
  );
}

function TranslationUnitLink({ unit, hasNoTranslator, address, current }: QueueItemProps) {
  const { t } = useTranslation("translations");
  const { t: tRoom } = useTranslation(["conversations", "common"]);
  const format = useFormat();
  const { userId } = useReader();
  const { message, conversation, language, translation, urgency, waiting_since, handed_over_by } = unit;
  const claimantId = useClaimant(unit);
  return (
    <Link
      className={styles.item ?? ""}
      to={address}
      aria-current={current ? "page" : undefined}
      data-urgency={urgency}
    >
      <span className={styles.firstLine}>
        <LanguageTag language={message.language} />
        <span aria-hidden="true">→</span>
        <LanguageTag language={language} />
        <span className={styles.conversation}>{conversationName(conversation, tRoom)}</span>
        {waiting_since && <time dateTime={waiting_since}>{format.timeAgo(waiting_since)}</time>}
      </span>
      <span className={styles.excerpt} lang={message.language}>
        {firstWordsOf(message.content)}
      </span>
      <span className={styles.lastLine}>
        <TranslationStateLabel state={translation?.state ?? "NEEDS_TRANSLATION"} />
        {urgency === "HIGH" && waiting_since && <Badge tone="accent">{t("urgent")}</Badge>}
        {hasNoTranslator && <Badge tone="amber">{t("nobodyKnows")}</Badge>}
        {translation?.claimed_by === userId && <span>{t(handed_over_by ? "handedToYou" : "yourClaim")}</span>}
        {claimantId && claimantId !== userId && <ClaimedByNote userId={claimantId} />}
      </span>
    </Link>
  );
}
