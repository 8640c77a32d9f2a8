import type { TranslationPerson } from "@kakehashi/contract/translation-people";
import type { TranslationUnit } from "@kakehashi/contract/translations";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Form, useForm } from "../../kit/form.tsx";
import { languageKeys } from "../../kit/language-keys.ts";
import { toast } from "../../kit/toast.ts";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { DialogButtons } from "../../kit/ui/dialog-buttons.tsx";
import { Loaded, LoadMore } from "../../kit/ui/loaded.tsx";
import { SearchField } from "../../kit/ui/search-field.tsx";
import { TextArea } from "../../kit/ui/text-area.tsx";
import { useNameInLine } from "../profiles/other-name.tsx";
import { PersonLine } from "../profiles/person-line.tsx";
import { useEnterForOnlyResult } from "../profiles/use-enter-for-only-result.ts";
import styles from "./hand-over.module.css";
import { useTranslationPeople } from "./people-query.ts";
import { handOver } from "./steps.ts";

const typingPauseMs = 200;

const schema = () =>
  import("@kakehashi/contract/schemas/translations").then(
    ({ handOverTranslation }) => handOverTranslation.body,
  );

interface Props {
  unit: TranslationUnit;
  opened: boolean;
  onClose: () => void;
  /** Called after the translation was handed over. */
  onGiven: () => void;
}

/**
 * A dialog that hands a translation over to another person of the conversation who knows both languages, with a note.
 */
export function HandOver({ unit, opened, onClose, onGiven }: Props) {
  const { t } = useTranslation("translations");
  return (
    <Dialog opened={opened} onClose={onClose} title={t("handOverTitle")} width={520} nearTop>
      <HandOverForm unit={unit} close={onClose} onGiven={onGiven} />
    </Dialog>
  );
}

function HandOverForm({ unit, close, onGiven }: Pick<Props, "unit" | "onGiven"> & { close: () => void }) {
  const { t } = useTranslation("translations");
  const nameInLine = useNameInLine();
  const { message, language } = unit;
  const [chosen, setChosen] = useState<TranslationPerson | null>(null);
  const form = useForm({
    schema,
    values: { user_id: "", note: "" },
    async send(given) {
      await handOver(message.id, language, given);
      toast(t("handedOver", { name: chosen ? nameInLine(chosen) : "" }));
      close();
      onGiven();
    },
  });
  function choose(person: TranslationPerson): void {
    setChosen(person);
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
      <People
        unit={unit}
        chosen={chosen}
        onChoose={choose}
        error={form.errorOf("user_id") && (chosen ? form.errorOf("user_id") : t("handOverChoose"))}
      />
      <TextArea {...form.field("note")} label={t("noteField")} rows={2} autosize maxRows={8} />
    </Form>
  );
}

interface PeopleProps {
  unit: TranslationUnit;
  chosen: TranslationPerson | null;
  onChoose: (person: TranslationPerson) => void;
  error: string | undefined;
}

/** Lists the people of the conversation, with a search by name. People who lack a language cannot be chosen. */
function People({ unit, chosen, onChoose, error }: PeopleProps) {
  const { t } = useTranslation(["translations", "common"]);
  const nameInLine = useNameInLine();
  const [search, setSearch] = useState("");
  const [settled] = useDebouncedValue(search.trim(), typingPauseMs);
  const query = useTranslationPeople(unit.message.id, unit.language, settled);
  const handleKey = useEnterForOnlyResult(search.trim(), settled, query, (person) => {
    if (person.lacks.length === 0) onChoose(person);
  });
  const lacking = ({ lacks }: TranslationPerson) =>
    lacks
      .map((language) => t("lacksLanguage", { language: t(`common:${languageKeys[language]}`) }))
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
          // Otherwise Enter in the search field would submit the surrounding form.
          if (event.key === "Enter") event.preventDefault();
          handleKey(event);
        }}
      />
      <div className={styles.list}>
        <Loaded
          query={query}
          rows={3}
          empty={
            <p className={styles.nobody}>{t(settled === "" ? "handOverNobody" : "handOverNobodyNamed")}</p>
          }
        >
          {(people) => (
            <>
              {people.map((person) => (
                <label key={person.id} className={styles.person}>
                  <input
                    type="radio"
                    name="hand-over-to"
                    disabled={person.lacks.length > 0}
                    checked={chosen?.id === person.id}
                    onChange={() => onChoose(person)}
                  />
                  <PersonLine person={person} note={lacking(person)} />
                </label>
              ))}
              <LoadMore query={query} />
            </>
          )}
        </Loaded>
      </div>
      <p
        id="hand-over-note"
        className={error ? styles.error : styles.hint}
        role={error ? "alert" : undefined}
      >
        {error ?? (chosen ? t("handOverChosen", { name: nameInLine(chosen) }) : t("handOverToHint"))}
      </p>
    </fieldset>
  );
}
