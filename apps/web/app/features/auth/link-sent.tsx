import { IconMail } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { toast } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import styles from "./form.module.css";

/** Shown after a link was sent by mail. `text` contains the mail address. A button sends the link again. */
export function LinkSent({ text, resend }: { text: string; resend: () => Promise<unknown> }) {
  const { t } = useTranslation("auth");
  const heading = useRef<HTMLHeadingElement>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: resend,
    onSuccess: () => toast(t("resent")),
  });
  // This text has replaced the form that had the focus. Move the focus to the heading, so that a screen reader
  // continues here.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles.result}>
      <span className={styles.symbol}>
        <IconMail size={24} stroke={1.6} aria-hidden="true" />
      </span>
      <h1 className={styles.title} ref={heading} tabIndex={-1}>
        {t("sentTitle")}
      </h1>
      <p className={styles.note}>{text}</p>
      <p className={styles.note}>{t("sentNothing")}</p>
      <Button onClick={() => mutate()} loading={isPending}>
        {t("resend")}
      </Button>
    </div>
  );
}
