import { type GlossaryEntry, maximumTermLength, maximumTermNoteLength } from "@kakehashi/contract/glossary";
import { languages } from "@kakehashi/contract/languages";
import { useState } from "react";
import { nativeLanguageNames } from "../../i18n/texts.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { ApiError } from "../../kit/api-error.ts";
import { Form, useForm } from "../../kit/form.tsx";
import { toast } from "../../kit/toast.ts";
import { Checkbox } from "../../kit/ui/checkbox.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { DialogButtons } from "../../kit/ui/dialog-buttons.tsx";
import { TextArea } from "../../kit/ui/text-area.tsx";
import { TextField } from "../../kit/ui/text-field.tsx";
import { NewerVersionNote } from "../translations/changed-meanwhile.tsx";
import styles from "./glossary.module.css";
import { refetchGlossary, saveGlossaryEntry } from "./glossary-queries.ts";
import { ExistingTermNote, fillEmptyFieldsWithTyped } from "./known-term.tsx";

/**
 * The schema for changing a glossary entry. It has the fields of a new entry and the `updated_at` of the version that
 * the person edits.
 */
const loadGlossaryEntrySchema = () =>
  import("@kakehashi/contract/schemas/glossary").then(({ changeGlossaryEntry }) => changeGlossaryEntry.body);

interface GlossaryEntryDialogProps {
  /** The glossary entry to edit. Null for a new one. */
  entry: GlossaryEntry | null;
  /** The project of a new glossary entry. Undefined for an entry in the firm's glossary. */
  projectId: string | undefined;
  opened: boolean;
  onClose: () => void;
}

/** A dialog for one glossary entry: its terms, its note, and whether it stays untranslated. */
export function GlossaryEntryDialog({ entry, projectId, opened, onClose }: GlossaryEntryDialogProps) {
  const { t } = useTranslation("translations");
  /**
   * The glossary entry that the form edits. If the typed terms already have an entry, the writer can switch the form to
   * it.
   */
  const [editedEntry, setEditedEntry] = useState(entry);
  return (
    <Dialog opened={opened} onClose={onClose} title={t(editedEntry ? "editTerm" : "newTerm")} widthPx={520}>
      <GlossaryEntryForm entry={editedEntry} projectId={projectId} onEdit={setEditedEntry} close={onClose} />
    </Dialog>
  );
}

interface FormProps extends Pick<GlossaryEntryDialogProps, "entry" | "projectId"> {
  onEdit: (entry: GlossaryEntry) => void;
  close: () => void;
}

function GlossaryEntryForm({ entry, projectId, onEdit, close }: FormProps) {
  const { t } = useTranslation("translations");
  /** An existing glossary entry that already has the typed terms. */
  const [existingEntry, setExistingEntry] = useState<GlossaryEntry | null>(null);
  /** The saved state of the glossary entry, if somebody else has saved it since the dialog opened. */
  const [newerEntry, setNewerEntry] = useState<GlossaryEntry | null>(null);
  const form = useForm({
    schema: loadGlossaryEntrySchema,
    // A new glossary entry has no earlier version, but the schema requires an `updated_at`. `saveGlossaryEntry` removes
    // it again.
    toBody: (values) => ({
      ...values,
      updated_at: (newerEntry ?? entry)?.updated_at ?? new Date(0).toISOString(),
    }),
    onRefused(error) {
      // The glossary already has this term. The term's field shows the error, and the form links to the existing entry.
      if (error instanceof ApiError && error.code === "GLOSSARY.KNOWN")
        setExistingEntry((error.currentObject as GlossaryEntry | undefined) ?? null);
      if (!(error instanceof ApiError && error.code === "GLOSSARY.CHANGED" && error.currentObject))
        return false;
      setNewerEntry(error.currentObject as GlossaryEntry);
      // The list behind the dialog still shows the old version of the entry. Refetch it, because the writer may close
      // the dialog without saving.
      void refetchGlossary();
      return true;
    },
    values: {
      en: entry?.en ?? "",
      vi: entry?.vi ?? "",
      ja: entry?.ja ?? "",
      note: entry?.note ?? "",
      do_not_translate: entry?.do_not_translate ?? false,
    },
    async send(body) {
      setExistingEntry(null);
      await saveGlossaryEntry(entry?.id, body, projectId);
      toast(t("termSaved"));
      close();
    },
  });
  /** Switches the form to the existing glossary entry. Empty fields of that entry get the typed values. */
  function editExistingEntry(existingEntry: GlossaryEntry): void {
    form.reset(fillEmptyFieldsWithTyped(existingEntry, form.getValues()));
    setExistingEntry(null);
    onEdit(existingEntry);
    form.setFocus("en");
  }
  return (
    <Form
      form={form}
      actions={
        <DialogButtons onCancel={close} isSubmitting={form.isSubmitting}>
          {t(newerEntry ? "saveMine" : entry ? "save" : "add")}
        </DialogButtons>
      }
    >
      <p className={styles.hint}>{t("termsHint")}</p>
      {newerEntry && (
        <NewerVersionNote>
          {languages.map(
            (language) =>
              newerEntry[language] && (
                <p key={language}>{`${nativeLanguageNames[language]}: ${newerEntry[language]}`}</p>
              ),
          )}
          {newerEntry.do_not_translate && <p>{t("doNotTranslate")}</p>}
          {newerEntry.note !== "" && <p>{newerEntry.note}</p>}
        </NewerVersionNote>
      )}
      {languages.map((language, index) => (
        <TextField
          key={language}
          {...form.field(language)}
          label={nativeLanguageNames[language]}
          lang={language}
          maxLength={maximumTermLength}
          data-autofocus={index === 0 || undefined}
        />
      ))}
      {existingEntry && (
        <ExistingTermNote
          entry={existingEntry}
          onEdit={entry ? undefined : () => editExistingEntry(existingEntry)}
        />
      )}
      <Checkbox {...form.field("do_not_translate")} label={t("doNotTranslate")} />
      <TextArea
        {...form.field("note")}
        label={t("noteField")}
        description={t("noteHint")}
        rows={2}
        autosize
        maxRows={6}
        maxLength={maximumTermNoteLength}
      />
    </Form>
  );
}
