import { languages } from "@kakehashi/contract/languages";
import { urgencies } from "@kakehashi/contract/translations";
import { IconFilter } from "@tabler/icons-react";
import { useId, useState } from "react";
import { Link, useNavigate } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { languageTextKeys } from "../../kit/language-keys.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Select } from "../../kit/ui/select.tsx";
import { conversationName } from "../conversations/name.ts";
import { useConversation, useConversations } from "../conversations/use-conversations.ts";
import {
  countTranslationListFilters,
  minimumWaitMinuteOptions,
  type TranslationListFilter,
  type TranslationListFilterName,
  translationListNames,
} from "./desk-address.ts";
import styles from "./desk-filters.module.css";
import { useManagedMemoryProjects } from "./memory-queries.ts";

interface TranslationListFiltersProps {
  filter: TranslationListFilter;
  /** Returns the address of the same page with another value of a filter. */
  addressOf: (filter: TranslationListFilter) => string;
}

/** The controls that choose the list of the translators' page and its filters. */
export function TranslationListFilters({ filter, addressOf }: TranslationListFiltersProps) {
  const { t } = useTranslation("translations");
  const count = countTranslationListFilters(filter);
  const [isOpen, setIsOpen] = useState(count > 0);
  const fields = useId();
  return (
    <div className={styles.filter}>
      <div className={styles.lists}>
        {translationListNames.map((list) => (
          <Link
            key={list}
            to={addressOf({ list })}
            className={styles.choice ?? ""}
            aria-current={list === filter.list ? "true" : undefined}
          >
            {t(`list_${list}`)}
          </Link>
        ))}
        <Button
          size="xs"
          kind="quiet"
          aria-expanded={isOpen}
          aria-controls={fields}
          leftSection={<IconFilter size={16} stroke={1.6} aria-hidden="true" />}
          onClick={() => setIsOpen(!isOpen)}
        >
          {count > 0 ? t("filterCount", { count }) : t("filter")}
        </Button>
      </div>
      <div id={fields} className={styles.fields} hidden={!isOpen}>
        {isOpen && <FilterFields filter={filter} addressOf={addressOf} />}
        {count > 0 && (
          <Link className={styles.clear ?? ""} to={addressOf({ list: filter.list })}>
            {t("clearFilter")}
          </Link>
        )}
      </div>
    </div>
  );
}

function FilterFields({ filter, addressOf }: TranslationListFiltersProps) {
  const { t } = useTranslation(["translations", "common"]);
  const { t: tRoom } = useTranslation(["conversations", "common", "room"]);
  const navigate = useNavigate();
  const { list: rooms = [] } = useConversations();
  // The selected conversation may be missing from the list, because the list is loaded in pages. So load its name
  // separately.
  const { conversation: chosenRoom } = useConversation(filter.roomId ?? "");
  const { data: projects = [] } = useManagedMemoryProjects();
  const chooseFilter = (name: TranslationListFilterName, value: string) => {
    const { [name]: _, ...otherFilters } = filter;
    const filterValue = name === "minutes" ? Number(value) : value;
    void navigate(
      addressOf(
        value === "" ? otherFilters : ({ ...otherFilters, [name]: filterValue } as TranslationListFilter),
      ),
    );
  };
  const field = (name: TranslationListFilterName, options: readonly (readonly [string, string])[]) => (
    <Select
      value={String(filter[name] ?? "")}
      aria-label={t(`by_${name}`)}
      onChange={({ currentTarget }) => chooseFilter(name, currentTarget.value)}
    >
      <option value="">{t(`all_${name}`)}</option>
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
  );
  const listLanguageOptions = (key: "fromOne" | "intoOne") =>
    languages.map(
      (language) => [language, t(key, { language: t(`common:${languageTextKeys[language]}`) })] as const,
    );
  const into = field("into", listLanguageOptions("intoOne"));
  if (filter.list === "mine") return into;
  const isRoomListed = rooms.some(({ id }) => id === filter.roomId);
  const offeredRooms = chosenRoom && !isRoomListed ? [...rooms, chosenRoom] : rooms;
  const { projectId } = filter;
  const isProjectListed = projects.some(({ id }) => id === projectId);
  const offeredProjects = [
    ...(projectId && !isProjectListed ? [[projectId, t("chosenProject")] as const] : []),
    ...projects.map(({ id, name }) => [id, name] as const),
  ];
  return (
    <>
      {field("source", listLanguageOptions("fromOne"))}
      {into}
      {offeredProjects.length > 0 && field("projectId", offeredProjects)}
      {field(
        "roomId",
        offeredRooms.map((room) => [room.id, conversationName(room, tRoom)] as const),
      )}
      {field("urgency", urgencies.map((urgency) => [urgency, t(`urgency_${urgency}`)] as const).toReversed())}
      {field(
        "minutes",
        minimumWaitMinuteOptions.map((minutes) => [String(minutes), t(`waited_${minutes}`)] as const),
      )}
    </>
  );
}
