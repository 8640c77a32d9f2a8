import { type ReactNode, useState } from "react";
import { useLocation, useNavigationType } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { SearchField } from "../ui/search-field.tsx";
import { Select } from "../ui/select.tsx";
import styles from "./tools.module.css";
import { allOptionValue, dayParameterNames, type TableFilter, type TableFilterState } from "./use-filters.ts";

const dayLabels = { from: "fromDay", to: "toDay" } as const;

interface TableToolsProps {
  filters: readonly TableFilter[];
  hasDayFilter: boolean;
  filterState: TableFilterState;
  /** Buttons at the end of the row above the table. */
  children: ReactNode;
}

/** The row above a table: its search, its filters and its buttons. */
export function TableTools({ filters, hasDayFilter, filterState, children }: TableToolsProps) {
  const { t } = useTranslation(["table", "common"]);
  const { chosen, optionOf, change } = filterState;
  // The search field's text exactly as typed. It may end with a space, which the address does not contain.
  const [searchText, setSearchText] = useState(chosen.search ?? "");
  const { key } = useLocation();
  const navigationType = useNavigationType();
  const [shownKey, setShownKey] = useState(key);
  if (shownKey !== key) {
    setShownKey(key);
    // A link or the back button has changed the search in the address. Show it in the field.
    if (navigationType !== "REPLACE") setSearchText(chosen.search ?? "");
  }
  return (
    <div className={styles.tools}>
      <SearchField
        className={styles.search ?? ""}
        label={t("common:search")}
        placeholder={t("common:search")}
        value={searchText}
        onChange={(newText) => {
          setSearchText(newText);
          change("search", newText.trim());
        }}
      />
      {filters.map((filter) => (
        <label key={filter.name} className={styles.filter}>
          {filter.label}
          <Select
            value={optionOf(filter) || allOptionValue}
            onChange={({ currentTarget }) => change(filter.name, currentTarget.value)}
          >
            <option value={allOptionValue}>{filter.allLabel ?? t("all")}</option>
            {filter.options.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </label>
      ))}
      {hasDayFilter &&
        dayParameterNames.map((name) => (
          <label key={name} className={styles.filter}>
            {t(dayLabels[name])}
            <input
              className={styles.choice}
              type="date"
              value={chosen[name] ?? ""}
              onChange={({ currentTarget }) => change(name, currentTarget.value)}
            />
          </label>
        ))}
      {children}
    </div>
  );
}
