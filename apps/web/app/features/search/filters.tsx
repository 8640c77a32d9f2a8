import { messageContentFilters } from "@kakehashi/contract/search";
import { type ReactNode, useId } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Select } from "../../kit/ui/select.tsx";
import { conversationName } from "../conversations/name.ts";
import { useConversation } from "../conversations/use-conversations.ts";
import { useNameInLineFormatter } from "../profiles/name-in-other-script.tsx";
import { usePerson } from "../profiles/people.ts";
import { usePeopleCandidates, useRoomCandidates } from "./candidates.tsx";
import { FilterChip } from "./chip.tsx";
import styles from "./filters.module.css";
import { contentKindTextKeys } from "./fixed-candidates.tsx";
import { FilterLookup } from "./lookup.tsx";
import { isFiltered, type SearchQuery } from "./queries.ts";

/** The filters of the search: conversation, author, dates, attachments. */
export function SearchFilters({
  id,
  isCollapsed,
  query,
  onChange,
}: {
  id: string;
  /** Whether the filters are hidden behind a button, as on a phone. */
  isCollapsed: boolean;
  query: SearchQuery;
  onChange: (changes: Readonly<Record<string, string | null>>) => void;
}) {
  const { t } = useTranslation(["searchFilters", "search"]);
  return (
    <fieldset id={id} className={styles.filters} data-folded={isCollapsed || undefined}>
      <legend className={styles.legend}>{t("filters")}</legend>
      <FilterLookup
        label={t("from")}
        placeholder={t("findPerson")}
        noneLabel={t("anybody")}
        value={query.authorId}
        name={query.authorId && <PersonName id={query.authorId} />}
        onChange={(from) => onChange({ from })}
        useCandidates={usePeopleCandidates}
      />
      <FilterLookup
        label={t("search:in")}
        placeholder={t("findConversation")}
        noneLabel={t("anywhere")}
        value={query.in}
        name={query.in && <RoomName id={query.in} />}
        onChange={(room) => onChange({ in: room })}
        useCandidates={useRoomCandidates}
      />
      <FilterChoice
        label={t("has")}
        value={query.has}
        noneLabel={t("anything")}
        onChange={(contentKind) => onChange({ has: contentKind })}
      >
        {messageContentFilters.map((kind) => (
          <option key={kind} value={kind}>
            {t(contentKindTextKeys[kind])}
          </option>
        ))}
      </FilterChoice>
      <DateFilter
        label={t("after")}
        value={query.firstDay}
        onChange={(afterDay) => onChange({ after: afterDay })}
      />
      <DateFilter
        label={t("before")}
        value={query.lastDay}
        onChange={(beforeDay) => onChange({ before: beforeDay })}
      />
      {isFiltered(query) && (
        <button
          type="button"
          className={styles.clear}
          onClick={() => onChange({ from: null, in: null, has: null, after: null, before: null })}
        >
          {t("clear")}
        </button>
      )}
    </fieldset>
  );
}

function PersonName({ id }: { id: string }) {
  const { t } = useTranslation("search");
  const person = usePerson(id);
  const formatPersonName = useNameInLineFormatter();
  if (person === null) return t("unknown");
  return person ? formatPersonName(person) : "…";
}

function RoomName({ id }: { id: string }) {
  const { t } = useTranslation("search");
  const { t: tRoom } = useTranslation(["conversations", "common"]);
  const { conversation, error } = useConversation(id);
  if (!conversation) return error ? t("unknown") : "…";
  return conversationName(conversation, tRoom);
}

interface FieldProps {
  label: string;
  value: string | null;
  onChange: (value: string | null) => void;
}

function FilterChoice({
  label,
  value,
  noneLabel,
  onChange,
  children,
}: FieldProps & { noneLabel: string; children: ReactNode }) {
  const id = useId();
  return (
    <FilterChip label={label} onRemove={value === null ? undefined : () => onChange(null)}>
      <span className={styles.filter} data-set={value !== null || undefined}>
        <label htmlFor={id}>{label}</label>
        <Select
          isBorderless
          id={id}
          value={value ?? ""}
          onChange={(event) => onChange(event.currentTarget.value || null)}
        >
          <option value="">{noneLabel}</option>
          {children}
        </Select>
      </span>
    </FilterChip>
  );
}

function DateFilter({ label, value, onChange }: FieldProps) {
  const id = useId();
  return (
    <FilterChip label={label} onRemove={value === null ? undefined : () => onChange(null)}>
      <span className={styles.filter} data-set={value !== null || undefined}>
        <label htmlFor={id}>{label}</label>
        <input
          id={id}
          type="date"
          value={value ?? ""}
          onChange={(event) => onChange(event.currentTarget.value || null)}
        />
      </span>
    </FilterChip>
  );
}
