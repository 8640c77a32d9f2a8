import type { UserSummary } from "@kakehashi/contract/users";
import { IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import details from "./details-pane.module.css";
import { FindPeople, usePeopleFinder } from "./find-people.tsx";
import { usePeopleIn, usePeopleNamed } from "./members.ts";

interface Props {
  chosen: readonly UserSummary[];
  onChange: (chosen: readonly UserSummary[]) => void;
  /** The group to add people to. Its members cannot be chosen. */
  groupId?: string;
}

/** Searches people and collects those chosen. */
export function ChoosePeople({ chosen, onChange, groupId }: Props) {
  const { t } = useTranslation("room");
  const finder = usePeopleFinder();
  const there = new Set(usePeopleNamed(groupId, usePeopleIn(groupId), finder.settled).map(({ id }) => id));
  const ids = new Set(chosen.map(({ id }) => id));
  const turn = (person: UserSummary) =>
    onChange(ids.has(person.id) ? chosen.filter(({ id }) => id !== person.id) : [...chosen, person]);
  return (
    <FindPeople
      finder={finder}
      groupId={groupId}
      onChoose={turn}
      onEnter={(person) => {
        turn(person);
        finder.setSearch("");
      }}
      isChosen={({ id }) => ids.has(id)}
      isDisabled={({ id }) => there.has(id)}
      noteOf={({ id }) => there.has(id) && t("startThere")}
    >
      {chosen.length > 0 && (
        <ul className={details.chosenPeople}>
          {chosen.map((person) => (
            <li key={person.id}>
              <button type="button" className={details.chip} onClick={() => turn(person)}>
                {person.name} <IconX size={14} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </FindPeople>
  );
}
