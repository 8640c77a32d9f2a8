import { maximumFreeTextLength } from "@kakehashi/contract/profiles";
import { useId, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { toastError } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { TextWithKeys } from "../../kit/ui/kbd.tsx";
import captions from "./captions.module.css";
import editor from "./editor.module.css";
import styles from "./reason-dialog.module.css";

interface ReasonDialogProps {
  opened: boolean;
  title: string;
  /** The verb on the confirming button. */
  action: string;
  onClose: () => void;
  onReason: (reason: string) => Promise<unknown>;
}

/** A dialog that asks what is wrong with a translation, before it is rejected or another one is requested. */
export function ReasonDialog({ opened, title, action, onClose, onReason }: ReasonDialogProps) {
  const { t } = useTranslation(["translations", "common"]);
  const hintId = useId();
  const [reason, setReason] = useState("");
  const [isBusy, setIsBusy] = useState(false);

  async function submitReason(): Promise<void> {
    if (isBusy || reason.trim() === "") return;
    setIsBusy(true);
    try {
      await onReason(reason.trim());
      setReason("");
      onClose();
    } catch (error) {
      toastError(error);
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <form
        className={styles.reason}
        onSubmit={(event) => {
          event.preventDefault();
          void submitReason();
        }}
      >
        <textarea
          data-autofocus
          className={editor.field}
          rows={3}
          maxLength={maximumFreeTextLength}
          value={reason}
          readOnly={isBusy}
          aria-label={t("reasonField")}
          placeholder={t("reasonField")}
          aria-describedby={hintId}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing || event.key !== "Enter" || !(event.ctrlKey || event.metaKey))
              return;
            event.preventDefault();
            // Stop the event. React would pass it on to the page behind the dialog, where the same key saves the
            // translation.
            event.stopPropagation();
            void submitReason();
          }}
        />
        <p id={hintId} className={captions.keys}>
          <TextWithKeys text={t("keysSend")} />
        </p>
        <div className={editor.foot}>
          <Button kind="quiet" onClick={onClose}>
            {t("common:cancel")}
          </Button>
          <Button kind="primary" type="submit" loading={isBusy} disabled={reason.trim() === ""}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
