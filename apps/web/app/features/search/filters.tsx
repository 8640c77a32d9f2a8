import { type SearchHas, searchHas } from "@kakehashi/contract/search";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { useAccount } from "../auth/session.ts";
import { conversationName } from "../conversations/name.ts";
import { useConversations } from "../conversations/queries.ts";
import styles from "./filters.module.css";
import { isNarrowed, type SearchQuery } from "./queries.ts";

const hasKeys = {
  file: "hasFile",
  image: "hasImage",
  video: "hasVideo",
  audio: "hasAudio",
  link: "hasLink",
} as const satisfies Record<SearchHas, string>;

/** Where, by whom, when, and with what. */
export function Filters({
  query,
  onChange,
}: {
  query: SearchQuery;
  onChange: (by: Readonly<Record<string, string | null>>) => void;
}) {
  const { t } = useTranslation("search");
  const { t: tRoom } = useTranslation(["conversations", "common"]);
  const account = useAccount();
  const rooms = useConversations().list ?? [];
  const people = rooms.flatMap(({ partner }) => (partner ? [partner] : []));
  return (
    <fieldset className={styles.filters}>
      <legend className={styles.legend}>{t("filters")}</legend>
      <Choice
        label={t("from")}
        value={query.from}
        none={t("anybody")}
        onChange={(from) => onChange({ from })}
      >
        {account && <option value={account.id}>{account.name}</option>}
        {people.map((person) => (
          <option key={person.id} value={person.id}>
            {person.name}
          </option>
        ))}
      </Choice>
      <Choice
        label={t("in")}
        value={query.in}
        none={t("anywhere")}
        onChange={(room) => onChange({ in: room })}
      >
        {rooms.map((room) => (
          <option key={room.id} value={room.id}>
            {conversationName(room, tRoom)}
          </option>
        ))}
      </Choice>
      <Choice label={t("has")} value={query.has} none={t("anything")} onChange={(has) => onChange({ has })}>
        {searchHas.map((has) => (
          <option key={has} value={has}>
            {t(hasKeys[has])}
          </option>
        ))}
      </Choice>
      <Day label={t("after")} value={query.after} onChange={(after) => onChange({ after })} />
      <Day label={t("before")} value={query.before} onChange={(before) => onChange({ before })} />
      {isNarrowed(query) && (
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

interface FieldProps {
  label: string;
  value: string | null;
  onChange: (value: string | null) => void;
}

function Choice({
  label,
  value,
  none,
  onChange,
  children,
}: FieldProps & { none: string; children: ReactNode }) {
  const id = useId();
  return (
    <span className={styles.filter} data-set={value !== null || undefined}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value ?? ""} onChange={(event) => onChange(event.currentTarget.value || null)}>
        <option value="">{none}</option>
        {children}
      </select>
    </span>
  );
}

function Day({ label, value, onChange }: FieldProps) {
  const id = useId();
  return (
    <span className={styles.filter} data-set={value !== null || undefined}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="date"
        value={value ?? ""}
        onChange={(event) => onChange(event.currentTarget.value || null)}
      />
    </span>
  );
}
