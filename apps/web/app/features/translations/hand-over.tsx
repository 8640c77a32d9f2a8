import type { HandOverCandidate } from "@kakehashi/contract/translation-people";
import { useDebouncedValue } from "@mantine/hooks";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Form, useForm } from "../../kit/form.tsx";
import { languageTextKeys } from "../../kit/language-keys.ts";
import { toast } from "../../kit/toast.ts";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { DialogButtons } from "../../kit/ui/dialog-buttons.tsx";
import { LoadedContent, LoadMoreButton } from "../../kit/ui/loaded.tsx";
import { SearchField } from "../../kit/ui/search-field.tsx";
import { TextArea } from "../../kit/ui/text-area.tsx";
import { useNameInLineFormatter } from "../profiles/name-in-other-script.tsx";
import { PersonLine } from "../profiles/person-line.tsx";
import { useEnterForOnlyResult } from "../profiles/use-enter-for-only-result.ts";
import styles from "./hand-over.module.css";
import type { HandOverRecipientsQuery } from "./recipients-query.ts";

const typingPauseMs = 200;

const loadHandOverSchema = () =>
  import("@kakehashi/contract/schemas/translations").then(
    ({ handOverTranslation }) => handOverTranslation.body,
  );

/** How a text is handed over. Messages and bot texts differ in the people who can get them and in the API requests. */
export interface HandOverMethod {
  /** Returns the query for the people who can get the text and whose name matches the search, in pages. */
  recipientsQueryFor: (search: string) => HandOverRecipientsQuery;
  send: (body: { user_id: string; note: string }) => Promise<void>;
  /** The texts for an empty list of people: the first without a search, the second with a search. */
  emptyTexts: readonly [string, string];
}

interface HandOverDialogProps {
  target: HandOverMethod;
  opened: boolean;
  onClose: () => void;
  onHandedOver: () => void;
}

/** A dialog that hands a translation over to another person who knows both languages, with an optional note. */
export function HandOverDialog({ target, opened, onClose, onHandedOver }: HandOverDialogProps) {
  const { t } = useTranslation("translations");
  return (
    <Dialog opened={opened} onClose={onClose} title={t("handOverTitle")} widthPx={520} opensNearTop>
      <HandOverForm target={target} close={onClose} onHandedOver={onHandedOver} />
    </Dialog>
  );
}

function HandOverForm({
  target,
  close,
  onHandedOver,
}: Pick<HandOverDialogProps, "target" | "onHandedOver"> & { close: () => void }) {
  const { t } = useTranslation("translations");
  const formatPersonName = useNameInLineFormatter();
  const [chosenPerson, setChosenPerson] = useState<HandOverCandidate | null>(null);
  const form = useForm({
    schema: loadHandOverSchema,
    values: { user_id: "", note: "" },
    async send(handOverBody) {
      await target.send(handOverBody);
      toast(t("handedOver", { name: chosenPerson ? formatPersonName(chosenPerson) : "" }));
      close();
      onHandedOver();
    },
  });
  function choosePerson(person: HandOverCandidate): void {
    setChosenPerson(person);
    form.setValue("user_id", person.id, { shouldValidate: true });
  }
  return (
    <Form
      form={form}
      actions={
        <DialogButtons onCancel={close} isSubmitting={form.isSubmitting}>
          {t("handOver")}
        </DialogButtons>
      }
    >
      <PersonList
        handOverTarget={target}
        chosenPerson={chosenPerson}
        onChoose={choosePerson}
        error={form.errorOf("user_id") && (chosenPerson ? form.errorOf("user_id") : t("handOverChoose"))}
      />
      <TextArea {...form.field("note")} label={t("noteField")} rows={2} autosize maxRows={8} />
    </Form>
  );
}

interface PersonListProps {
  handOverTarget: HandOverMethod;
  chosenPerson: HandOverCandidate | null;
  onChoose: (person: HandOverCandidate) => void;
  error: string | undefined;
}

/**
 * The list of possible recipients, with a search by name. A person who lacks one of the two languages cannot be
 * selected.
 */
function PersonList({
  handOverTarget: { recipientsQueryFor: people, emptyTexts },
  chosenPerson,
  onChoose,
  error,
}: PersonListProps) {
  const { t } = useTranslation(["translations", "common"]);
  const formatPersonName = useNameInLineFormatter();
  const [search, setSearch] = useState("");
  const [settledSearch] = useDebouncedValue(search.trim(), typingPauseMs);
  const query = useInfiniteQuery(people(settledSearch));
  const handleKey = useEnterForOnlyResult(search.trim(), settledSearch, query, (person) => {
    if (person.lacks.length === 0) onChoose(person);
  });
  const missingLanguagesOf = ({ lacks }: HandOverCandidate) =>
    lacks
      .map((language) => t("lacksLanguage", { language: t(`common:${languageTextKeys[language]}`) }))
      .join(" ");
  return (
    <fieldset className={styles.people} aria-describedby="hand-over-note">
      <legend>{t("handOverTo")}</legend>
      <SearchField
        data-autofocus
        label={t("handOverSearch")}
        placeholder={t("handOverSearch")}
        maxLength={200}
        value={search}
        onChange={setSearch}
        onKeyDown={(event) => {
          // Enter in the search field must not submit the surrounding form.
          if (event.key === "Enter") event.preventDefault();
          handleKey(event);
        }}
      />
      <div className={styles.list}>
        <LoadedContent
          query={query}
          rows={3}
          emptyState={<p className={styles.nobody}>{emptyTexts[settledSearch === "" ? 0 : 1]}</p>}
        >
          {(people) => (
            <>
              {people.map((person) => (
                <label key={person.id} className={styles.person}>
                  <input
                    type="radio"
                    name="hand-over-to"
                    disabled={person.lacks.length > 0}
                    checked={chosenPerson?.id === person.id}
                    onChange={() => onChoose(person)}
                  />
                  <PersonLine person={person} note={missingLanguagesOf(person)} />
                </label>
              ))}
              <LoadMoreButton query={query} />
            </>
          )}
        </LoadedContent>
      </div>
      <p
        id="hand-over-note"
        className={error ? styles.error : styles.hint}
        role={error ? "alert" : undefined}
      >
        {error ??
          (chosenPerson
            ? t("handOverChosen", { name: formatPersonName(chosenPerson) })
            : t("handOverToHint"))}
      </p>
    </fieldset>
  );
}
