import { maximumMessageLength } from "@kakehashi/contract/message-text";
import { useTranslation } from "../../../i18n/use-translation.tsx";
import { useFormat } from "../../../kit/use-format.ts";
import styles from "./composer.module.css";
import { counterThresholdRemainingCount } from "./field.tsx";

/**
 * Shows the length of the text and the maximum length, when the text is near the maximum. If the text is too long,
 * shows how many characters are too many.
 */
export function CharacterCounter({ length }: { length: number }) {
  const { t } = useTranslation("messages");
  const format = useFormat();
  const excessCount = length - maximumMessageLength;
  if (excessCount < -counterThresholdRemainingCount) return null;
  return (
    <p className={styles.counter} data-over={excessCount > 0 || undefined} role="status">
      {excessCount > 0
        ? t("tooLong", { count: excessCount, amount: format.number(excessCount) })
        : t("left", { amount: format.number(length), limit: format.number(maximumMessageLength) })}
    </p>
  );
}
