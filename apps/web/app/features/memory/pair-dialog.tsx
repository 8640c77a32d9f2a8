import type { MemoryUnit } from "@kakehashi/contract/memory";
import { useTranslation } from "react-i18next";
import { Form, useForm } from "../../kit/form.tsx";
import { toast } from "../../kit/toast.ts";
import { Checkbox } from "../../kit/ui/checkbox.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { DialogButtons } from "../../kit/ui/dialog-buttons.tsx";
import { TextArea } from "../../kit/ui/text-area.tsx";
import styles from "./memory-list.module.css";
import { correctPair } from "./memory-queries.ts";

const schema = () =>
  import("@kakehashi/contract/schemas/memory").then(({ changeMemory }) => changeMemory.body);

interface Props {
  pair: MemoryUnit;
  opened: boolean;
  onClose: () => void;
}

/** A dialog that corrects the translation of a pair. The original stands above it. */
export function PairDialog({ pair, opened, onClose }: Props) {
  const { t } = useTranslation("translations");
  return (
    <Dialog opened={opened} onClose={onClose} title={t("editPair")} width={560}>
      <PairForm pair={pair} close={onClose} />
    </Dialog>
  );
}

/** The form is created each time the dialog opens, with the values saved by then. */
function PairForm({ pair, close }: { pair: MemoryUnit; close: () => void }) {
  const { t } = useTranslation("translations");
  const form = useForm({
    schema,
    values: { target: pair.target, approved: pair.approved },
    async send({ target = pair.target, approved = pair.approved }) {
      await correctPair(pair.id, { target, approved });
      toast(t("pairSaved"));
      close();
    },
  });
  return (
    <Form
      form={form}
      actions={
        <DialogButtons onCancel={close} isSubmitting={form.isSubmitting}>
          {t("save")}
        </DialogButtons>
      }
    >
      <p className={styles.original} lang={pair.source_language}>
        {pair.source}
      </p>
      <TextArea
        {...form.field("target")}
        label={t("target")}
        lang={pair.target_language}
        rows={4}
        autosize
        maxRows={12}
        data-autofocus
      />
      <Checkbox {...form.field("approved")} label={t("approvePair")} />
    </Form>
  );
}
