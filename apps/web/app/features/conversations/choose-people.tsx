import type { UserSummary } from "@kakehashi/contract/users";
import { IconX } from "@tabler/icons-react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { NameInLineText } from "../profiles/name-in-other-script.tsx";
import details from "./details-pane.module.css";
import { useMembersWithSearchResults, useMentionableMembers } from "./members.ts";
import { PeopleSearchField, usePeopleSearchState } from "./people-search-field.tsx";

interface ChoosePeopleProps {
  chosenPeople: readonly UserSummary[];
  onChange: (chosenPeople: readonly UserSummary[]) => void;
  /** The id of the group to which people are added. People who are already members cannot be chosen. */
  groupId?: string;
}

/** A search for people. The chosen people are collected in a list, so that the reader can add all of them at once. */
export function ChoosePeople({ chosenPeople, onChange, groupId }: ChoosePeopleProps) {
  const { t } = useTranslation("room");
  const peopleFinder = usePeopleSearchState();
  const memberIds = new Set(
    useMembersWithSearchResults(groupId, useMentionableMembers(groupId), peopleFinder.settled).map(
      ({ id }) => id,
    ),
  );
  const ids = new Set(chosenPeople.map(({ id }) => id));
  const togglePerson = (person: UserSummary) =>
    onChange(
      ids.has(person.id) ? chosenPeople.filter(({ id }) => id !== person.id) : [...chosenPeople, person],
    );
  return (
    <PeopleSearchField
      finder={peopleFinder}
      groupId={groupId}
      onChoose={togglePerson}
      onEnter={(person) => {
        togglePerson(person);
        peopleFinder.setSearch("");
      }}
      isChosen={({ id }) => ids.has(id)}
      isDisabled={({ id }) => memberIds.has(id)}
      describePerson={({ id }) => memberIds.has(id) && t("startThere")}
    >
      {chosenPeople.length > 0 && (
        <ul className={details.chosenPeople}>
          {chosenPeople.map((person) => (
            <li key={person.id}>
              <button type="button" className={details.chip} onClick={() => togglePerson(person)}>
                <NameInLineText person={person} /> <IconX size={14} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </PeopleSearchField>
  );
}
