import type { UserSummary } from "@kakehashi/contract/users";
import { useDebouncedValue } from "@mantine/hooks";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Loaded } from "../../kit/ui/loaded.tsx";
import { SearchField } from "../../kit/ui/search-field.tsx";
import { PersonLine } from "../profiles/person-line.tsx";
import { usePeopleSearch } from "./members.ts";
import { Nobody } from "./nobody.tsx";
import { useOnlyHit } from "./only-hit.ts";
import styles from "./start-dialog.module.css";

/** What is searched for, and who was found. */
export function usePeopleFinder() {
  const [search, setSearch] = useState("");
  const [settled] = useDebouncedValue(search.trim(), 200);
  return { search, setSearch, settled, found: usePeopleSearch(settled) };
}

interface Props {
  finder: ReturnType<typeof usePeopleFinder>;
  onChoose: (person: UserSummary) => void;
  /** Enter chose the only one who was found; as a press does without. */
  onEnter?: (person: UserSummary) => void;
  isChosen?: (person: UserSummary) => boolean;
  isDisabled: (person: UserSummary) => boolean;
  noteOf?: (person: UserSummary) => ReactNode;
  /** The group they are looked for. */
  groupId?: string | undefined;
  /** Between the field and those who were found. */
  children?: ReactNode;
}

/** A search for people, and who was found. */
export function FindPeople({ finder, onChoose, onEnter = onChoose, groupId, children, ...of }: Props) {
  const { t } = useTranslation("room");
  const { search, setSearch, settled, found } = finder;
  const { isChosen, isDisabled, noteOf } = of;
  const press = useOnlyHit(search.trim(), settled, found, (person) => {
    if (!isDisabled(person)) onEnter(person);
  });
  return (
    <>
      <SearchField
        data-autofocus
        value={search}
        onChange={setSearch}
        onKeyDown={(event) => {
          // Enter in the search must not submit the surrounding form.
          if (event.key === "Enter" && search.trim() !== "") event.preventDefault();
          press(event);
        }}
        placeholder={t("startHint")}
        label={t("startHint")}
      />
      {children}
      <div className={styles.results}>
        <Loaded
          query={found}
          rows={4}
          label={t("startOthers")}
          empty={<Nobody search={settled} groupId={groupId} />}
        >
          {(people) => (
            <ul aria-label={t("startOthers")}>
              {people.map((person) => (
                <li key={person.id}>
                  <button
                    type="button"
                    data-person
                    className={styles.person}
                    aria-pressed={isChosen?.(person)}
                    disabled={isDisabled(person)}
                    onClick={() => onChoose(person)}
                  >
                    <PersonLine person={person} note={noteOf?.(person)} />
                  </button>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      </div>
    </>
  );
}
