import { maximumMessageLength } from "@kakehashi/contract/messages";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../kit/use-format.ts";
import styles from "./composer.module.css";
import { warningLength } from "./field.tsx";

/** Shows how much of the maximum length is left, once a text comes near it. */
export function CharacterCounter({ length }: { length: number }) {
  const { t } = useTranslation("messages");
  const format = useFormat();
  const excessCount = length - maximumMessageLength;
  if (excessCount < -warningLength) return null;
  return (
    <p className={styles.counter} data-over={excessCount > 0 || undefined} role="status">
      {excessCount > 0
        ? t("tooLong", { count: excessCount, amount: format.number(excessCount) })
        : t("left", { amount: format.number(length), limit: format.number(maximumMessageLength) })}
    </p>
  );
}
