import { contentLength } from "@kakehashi/contract/profiles";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../kit/api-error.ts";
import { toastError } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { TextArea } from "../../kit/ui/text-area.tsx";
import styles from "./projects.module.css";

interface Props {
  title: string;
  /** The verb on the confirming button. */
  action: string;
  /** Default: the reason may be empty. */
  isRequired?: boolean;
  onClose: () => void;
  onReason: (reason: string) => Promise<unknown>;
}

/** A dialog for refusing somebody, with a reason. The text stays if it fails. */
export function ReasonDialog({ title, action, isRequired = false, onClose, onReason }: Props) {
  const { t } = useTranslation(["projects", "common"]);
  const [reason, setReason] = useState("");
  const [refusal, setRefusal] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  const [isSending, setSending] = useState(false);
  async function submitReason(): Promise<void> {
    setSending(true);
    try {
      await onReason(reason);
      onClose();
    } catch (error) {
      const isReasonRefused = error instanceof ApiError && error.fields.reason !== undefined;
      if (isReasonRefused) {
        setRefusal(error.fields.reason ?? "");
        field.current?.focus();
      } else toastError(error);
      // Somebody else answered first, so there is nothing left to refuse.
      if (error instanceof ApiError && error.status === 409) onClose();
    } finally {
      setSending(false);
    }
  }
  return (
    <Dialog opened onClose={onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submitReason();
        }}
      >
        <TextArea
          ref={field}
          data-autofocus
          aria-required={isRequired}
          label={t("reason")}
          description={t(isRequired ? "reasonRead" : "reasonHint")}
          error={refusal}
          rows={3}
          maxLength={contentLength}
          value={reason}
          onChange={({ currentTarget }) => {
            setReason(currentTarget.value);
            setRefusal("");
          }}
        />
        <div className={styles.actions} style={{ marginTop: 16 }}>
          <Button onClick={onClose}>{t("common:cancel")}</Button>
          <Button type="submit" kind="primary" loading={isSending}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
