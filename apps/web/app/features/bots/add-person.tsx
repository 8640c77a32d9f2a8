import { type BotRole, botRoles } from "@kakehashi/contract/bot-permissions";
import type { Bot } from "@kakehashi/contract/bots";
import { searchUsers, type UserSummary } from "@kakehashi/contract/users";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { toast } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { SearchField } from "../../kit/ui/search-field.tsx";
import { SelectField } from "../../kit/ui/select.tsx";
import { PersonLine } from "../profiles/person-line.tsx";
import { useEnterForOnlyResult } from "../profiles/use-enter-for-only-result.ts";
import styles from "./bots.module.css";
import list from "./people.module.css";
import { setBotPersonRole } from "./queries.ts";

const typingPauseMs = 200;

/** A dialog that searches people by name and adds them to the people who work on a bot. */
export function AddPersonDialog({ bot, onClose }: { bot: Bot; onClose: () => void }) {
  const { t } = useTranslation("bots");
  const [search, setSearch] = useState("");
  const [chosenRole, setChosenRole] = useState<BotRole>("AGENT");
  const [debouncedSearch] = useDebouncedValue(search.trim(), typingPauseMs);
  const query = useQuery({
    queryKey: ["people", "for bots", debouncedSearch],
    queryFn: async ({ signal }) =>
      (await call(searchUsers, { query: { search: debouncedSearch }, signal })).data,
    placeholderData: keepPreviousData,
  });
  const { mutate, isPending } = useMutation({
    mutationFn: ({ id }: UserSummary) => setBotPersonRole(bot.id, id, chosenRole),
    onSuccess: (_, { name }) => toast(t("partGiven", { name, part: t(`part_${chosenRole}`) })),
  });
  const memberIds = new Set(bot.people.map(({ user }) => user.id));
  const addOnlyResultOnEnter = useEnterForOnlyResult(search.trim(), debouncedSearch, query, (person) => {
    if (!isPending && !memberIds.has(person.id)) mutate(person);
  });
  return (
    <Dialog opened onClose={onClose} title={t("addPerson")} widthPx={520} opensNearTop>
      <div className={styles.file}>
        <SelectField
          label={t("part")}
          description={t(`partHint_${chosenRole}`)}
          value={chosenRole}
          onChange={({ currentTarget: { value } }) =>
            setChosenRole(botRoles.find((botPart) => botPart === value) ?? chosenRole)
          }
        >
          {botRoles.map((botPart) => (
            <option key={botPart} value={botPart}>
              {t(`part_${botPart}`)}
            </option>
          ))}
        </SelectField>
        <SearchField
          data-autofocus
          label={t("searchPeople")}
          placeholder={t("searchPeople")}
          maxLength={200}
          value={search}
          onChange={setSearch}
          onKeyDown={addOnlyResultOnEnter}
        />
      </div>
      <LoadedContent query={query} rows={4} emptyState={<p className={list.nobody}>{t("nobodyFits")}</p>}>
        {(people) => (
          <ul className={list.people}>
            {people.map((person) => (
              <li key={person.id} className={list.person}>
                <PersonLine person={person} />
                <Button
                  disabled={isPending || memberIds.has(person.id)}
                  onClick={() => mutate(person)}
                  aria-label={`${t("add")}: ${person.name}`}
                >
                  {t(memberIds.has(person.id) ? "isPresent" : "add")}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </LoadedContent>
    </Dialog>
  );
}
