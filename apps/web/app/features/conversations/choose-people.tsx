import type { UserSummary } from "@kakehashi/contract/users";
import { useDebouncedValue } from "@mantine/hooks";
import { IconX } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Loaded } from "../../kit/ui/loaded.tsx";
import { SearchField } from "../../kit/ui/search-field.tsx";
import { PersonLine } from "../profiles/person-line.tsx";
import details from "./details-pane.module.css";
import { usePeopleIn, usePeopleNamed, usePeopleSearch } from "./members.ts";
import { Nobody } from "./nobody.tsx";
import { useOnlyHit } from "./only-hit.ts";
import styles from "./start-dialog.module.css";

interface Props {
  chosen: readonly UserSummary[];
  onChange: (chosen: readonly UserSummary[]) => void;
  /** The group to add people to. Its members cannot be chosen. */
  groupId?: string;
}

/** Searches people and collects those chosen. */
export function ChoosePeople({ chosen, onChange, groupId }: Props) {
  const { t } = useTranslation("room");
  const [search, setSearch] = useState("");
  const [settled] = useDebouncedValue(search.trim(), 200);
  const found = usePeopleSearch(settled);
  const there = new Set(usePeopleNamed(groupId, usePeopleIn(groupId), settled).map(({ id }) => id));
  const ids = new Set(chosen.map(({ id }) => id));
  const turn = (person: UserSummary) =>
    onChange(ids.has(person.id) ? chosen.filter(({ id }) => id !== person.id) : [...chosen, person]);
  const press = useOnlyHit(search.trim(), settled, found, (person) => {
    if (there.has(person.id)) return;
    turn(person);
    setSearch("");
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
      {chosen.length > 0 && (
        <ul className={details.chosen}>
          {chosen.map((person) => (
            <li key={person.id}>
              <button type="button" className={details.chip} onClick={() => turn(person)}>
                {person.name} <IconX size={14} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
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
                    aria-pressed={ids.has(person.id)}
                    disabled={there.has(person.id)}
                    onClick={() => turn(person)}
                  >
                    <PersonLine person={person} note={there.has(person.id) && t("startThere")} />
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
