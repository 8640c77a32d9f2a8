import type { TranslationUnit } from "@kakehashi/contract/translations";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Badge } from "../../kit/ui/badge.tsx";
import { conversationName } from "../conversations/name.ts";
import styles from "./unit-room-and-urgency.module.css";

/**
 * Shows the message's conversation, a badge if its translation is urgent, and a note if saving the translation sends
 * the message to a customer.
 */
export function UnitRoomAndUrgency({ unit }: { unit: TranslationUnit }) {
  const { t } = useTranslation("translations");
  const { t: tRoom } = useTranslation(["conversations", "common"]);
  const { conversation, urgency, waiting_since, is_sent_with_it } = unit;
  return (
    <>
      <div className={styles.place}>
        <p className={styles.name}>{conversationName(conversation, tRoom)}</p>
        {urgency === "HIGH" && waiting_since && <Badge tone="accent">{t("urgent")}</Badge>}
      </div>
      {is_sent_with_it && <p className={styles.sent}>{t("sentWhenSaved")}</p>}
    </>
  );
}
