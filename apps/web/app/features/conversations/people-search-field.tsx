import type { UserSummary } from "@kakehashi/contract/users";
import { useDebouncedValue } from "@mantine/hooks";
import { type ReactNode, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { SearchField } from "../../kit/ui/search-field.tsx";
import { PersonLine } from "../profiles/person-line.tsx";
import { useEnterForOnlyResult } from "../profiles/use-enter-for-only-result.ts";
import { usePeopleSearch } from "./members.ts";
import { NobodyFoundOrInvite } from "./nobody.tsx";
import styles from "./start-dialog.module.css";

/**
 * Returns the typed search text, and the people that the search finds. It searches only when the reader pauses while
 * typing.
 */
export function usePeopleSearchState() {
  const [search, setSearch] = useState("");
  const [searchedText] = useDebouncedValue(search.trim(), 200);
  return { search, setSearch, settled: searchedText, results: usePeopleSearch(searchedText) };
}

interface FindPeopleProps {
  finder: ReturnType<typeof usePeopleSearchState>;
  onChoose: (person: UserSummary) => void;
  /** Called when somebody presses Enter and the search has found exactly one person. Default: `onChoose`. */
  onEnter?: (person: UserSummary) => void;
  isChosen?: (person: UserSummary) => boolean;
  isDisabled: (person: UserSummary) => boolean;
  describePerson?: (person: UserSummary) => ReactNode;
  /** The id of the group to which people are added. */
  groupId?: string | undefined;
  /** Content that is shown between the search field and the people found. */
  children?: ReactNode;
}

/** A search field for people, with the people found below it. */
export function PeopleSearchField({
  finder,
  onChoose,
  onEnter = onChoose,
  groupId,
  children,
  ...otherProps
}: FindPeopleProps) {
  const { t } = useTranslation("room");
  const { search, setSearch, settled, results } = finder;
  const { isChosen, isDisabled, describePerson } = otherProps;
  const handleKey = useEnterForOnlyResult(search.trim(), settled, results, (person) => {
    if (!isDisabled(person)) onEnter(person);
  });
  return (
    <>
      <SearchField
        data-autofocus
        value={search}
        onChange={setSearch}
        onKeyDown={(event) => {
          // The Enter key in the search field must not submit the form around it.
          if (event.key === "Enter" && search.trim() !== "") event.preventDefault();
          handleKey(event);
        }}
        placeholder={t("startHint")}
        label={t("startHint")}
      />
      {children}
      <div className={styles.results}>
        <LoadedContent
          query={results}
          rows={4}
          label={t("startOthers")}
          emptyState={<NobodyFoundOrInvite search={settled} groupId={groupId} />}
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
                    <PersonLine person={person} note={describePerson?.(person)} />
                  </button>
                </li>
              ))}
            </ul>
          )}
        </LoadedContent>
      </div>
    </>
  );
}
