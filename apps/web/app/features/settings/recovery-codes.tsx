import { useTranslation } from "../../i18n/use-translation.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { useCopy } from "../../kit/ui/use-copy.ts";
import styles from "./two-step-settings.module.css";

function downloadText(text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = "kakehashi-recovery-codes.txt";
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Shows the recovery codes, which can be seen only once, with ways to save them. */
export function RecoveryCodes({
  codes,
  email,
  onDone,
}: {
  codes: readonly string[];
  email: string;
  onDone: () => void;
}) {
  const { t } = useTranslation("twoStep");
  const copyText = useCopy();
  const fileHeading = t("fileHead", { email });
  const text = `${fileHeading}\n\n${codes.join("\n")}\n`;
  return (
    <div className={styles.form}>
      <p className={styles.note}>{t("codesNote")}</p>
      <div className={styles.printArea} data-print>
        <p className={styles.head}>{fileHeading}</p>
        <ul className={styles.codes} translate="no">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <div className={styles.actions}>
        <Button onClick={() => copyText(text, t("copied"))}>{t("copy")}</Button>
        <Button onClick={() => downloadText(text)}>{t("download")}</Button>
        <Button onClick={() => print()}>{t("print")}</Button>
      </div>
      <Button kind="primary" onClick={onDone} data-autofocus>
        {t("saved")}
      </Button>
    </div>
  );
}
