import type { MemoryUnit } from "@kakehashi/contract/memory";
import { useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { ApiError } from "../../kit/api-error.ts";
import { Form, useForm } from "../../kit/form.tsx";
import { toast } from "../../kit/toast.ts";
import { Checkbox } from "../../kit/ui/checkbox.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { DialogButtons } from "../../kit/ui/dialog-buttons.tsx";
import { DraftNote } from "../../kit/ui/draft-note.tsx";
import { TextArea } from "../../kit/ui/text-area.tsx";
import { useFormAutosave, useFormDraft } from "../../kit/use-form-draft.ts";
import { useFormat } from "../../kit/use-format.ts";
import { useReader } from "../auth/reader.ts";
import { NewerVersionNote } from "../translations/changed-meanwhile.tsx";
import styles from "./memory-list.module.css";
import { correctMemoryPair, refetchMemory } from "./memory-queries.ts";

const loadMemoryPairSchema = () =>
  import("@kakehashi/contract/schemas/memory").then(({ changeMemoryEntry }) => changeMemoryEntry.body);

interface MemoryPairDialogProps {
  pair: MemoryUnit;
  opened: boolean;
  onClose: () => void;
}

/** A dialog that corrects a translation in the translation memory. The original is shown above the field. */
export function MemoryPairDialog({ pair, opened, onClose }: MemoryPairDialogProps) {
  const { t } = useTranslation("translations");
  return (
    <Dialog opened={opened} onClose={onClose} title={t("editPair")} widthPx={560}>
      <MemoryPairForm pair={pair} close={onClose} />
    </Dialog>
  );
}

const createFormFields = ({ target, approved }: MemoryUnit) => ({ target, approved: String(approved) });
const getPairVersion = ({ changed_at }: MemoryUnit) => Date.parse(changed_at);

/**
 * Each time the dialog opens, the form starts with the saved values, or with the writer's unsaved text if there is one.
 * An unsaved text stays in this browser until the writer saves or discards it.
 */
function MemoryPairForm({ pair, close }: { pair: MemoryUnit; close: () => void }) {
  const { t } = useTranslation("translations");
  const { dateTime } = useFormat();
  const { userId } = useReader();
  const draft = useFormDraft({
    userId,
    formKey: `memory ${pair.id}`,
    saved: createFormFields(pair),
    version: getPairVersion(pair),
  });
  /** The version of the entry that somebody else has saved since the person began to write. Null if there is none. */
  const [newerPair, setNewerPair] = useState(() => (draft.version === getPairVersion(pair) ? null : pair));
  /** The version that the writer edits. The server refuses changes of an outdated version. */
  const [basePair, setBasePair] = useState(pair);
  const form = useForm({
    schema: loadMemoryPairSchema,
    values: { target: draft.values.target, approved: draft.values.approved === "true" },
    restoredTextNote: draft.isSafe ? t("draftAfterReload") : undefined,
    toBody: (values) => ({ ...values, changed_at: basePair.changed_at }),
    async send({ target = pair.target, approved = pair.approved, changed_at }) {
      await correctMemoryPair(pair.id, { target, approved, changed_at });
      draft.finish();
      toast(t("pairSaved"));
      close();
    },
    onRefused(error) {
      if (!(error instanceof ApiError && error.code === "MEMORY.CHANGED" && error.currentObject))
        return false;
      setNewerPair(error.currentObject as MemoryUnit);
      setBasePair(error.currentObject as MemoryUnit);
      // The list behind the dialog still shows the old version of the entry. Refetch it, because the writer may close
      // the dialog without saving.
      void refetchMemory();
      return true;
    },
  });
  const { target, approved } = form.watch();
  useFormAutosave(draft, { target, approved: String(approved) });
  function discardDraft(): void {
    draft.discard({ saved: createFormFields(basePair), version: getPairVersion(basePair) });
    form.reset({ target: basePair.target, approved: basePair.approved });
    setNewerPair(null);
  }
  return (
    <Form
      form={form}
      actions={
        <DialogButtons onCancel={close} isSubmitting={form.isSubmitting}>
          {t(newerPair ? "saveMine" : "save")}
        </DialogButtons>
      }
    >
      {draft.restored && (
        <DraftNote
          text={t("draftRestored", { moment: dateTime(new Date(draft.restored.savedAt)) })}
          discardLabel={t("draftDiscard")}
          onDiscard={discardDraft}
        />
      )}
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
      {newerPair && (
        <NewerVersionNote>
          <p lang={newerPair.target_language}>{newerPair.target}</p>
          <p>{t(newerPair.approved ? "approvedPair" : "notApproved")}</p>
        </NewerVersionNote>
      )}
      <Checkbox {...form.field("approved")} label={t("approvePair")} />
    </Form>
  );
}
