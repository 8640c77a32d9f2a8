import { isLanguage, type Language } from "@kakehashi/contract/languages";
import { projectListMembershipFilters, projectSorts } from "@kakehashi/contract/projects";
import { IconAdjustmentsHorizontal, IconLayoutGrid, IconTable } from "@tabler/icons-react";
import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { UrlSearchField } from "../../kit/address-search-field.tsx";
import { CountBadge } from "../../kit/ui/badge.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { Select } from "../../kit/ui/select.tsx";
import { type AddressParamTextProps, useAddressParamText } from "../../kit/use-address-param-text.ts";
import { useCategories } from "../profiles/queries.ts";
import { formatAmount, parseAmount } from "./amounts.ts";
import styles from "./list.module.css";
import { countFiltersInPanel, isAmount, projectStates } from "./list-filter.ts";
import { useCurrencies } from "./queries.ts";
import type { ProjectListFilterState } from "./use-list-filter.ts";

/** Converts a typed budget to the format of the page's address. */
function toUrlAmount(text: string, language: Language): string | undefined {
  if (text.trim() === "") return "";
  const amount = String(parseAmount(text, language));
  return isAmount(amount) ? amount : undefined;
}

function AmountField({
  addressValue,
  change,
  ...props
}: AddressParamTextProps & { id: string; disabled: boolean }) {
  const { i18n } = useTranslation();
  const language = isLanguage(i18n.language) ? i18n.language : "en";
  const { text, setText, isValid } = useAddressParamText(
    { addressValue, change },
    (typedText) => toUrlAmount(typedText, language),
    (amount) => formatAmount(amount, language),
  );
  return (
    <input
      {...props}
      className={styles.amount}
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      aria-invalid={!isValid}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
    />
  );
}

function LabelledField({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className={styles.filter}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}

interface FilterSelectProps {
  label: string;
  value: string | undefined;
  /** The name of the option that turns the filter off, such as "All categories". */
  anyLabel: string;
  options: readonly { id: string; name: string }[];
  onChange: (value: string) => void;
}

function FilterSelect({ label, value, anyLabel, options, onChange }: FilterSelectProps) {
  return (
    <LabelledField label={label}>
      {(id) => (
        <Select id={id} value={value ?? ""} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
          <option value="">{anyLabel}</option>
          {options.map((option) => (
            <option key={option.id} value={option.id}>
              {option.name}
            </option>
          ))}
        </Select>
      )}
    </LabelledField>
  );
}

/** The tools above the list of projects: the search, the filters, the order, and a switch between cards and a table. */
export function ListFilters({ state }: { state: ProjectListFilterState }) {
  const { t } = useTranslation("projects");
  const { filter, view, change, showAs } = state;
  const panelId = useId();
  // On a narrow screen, a button shows and hides the filters.
  const [isOpen, setIsOpen] = useState(false);
  const count = countFiltersInPanel(filter);
  return (
    <search className={styles.tools}>
      <div className={styles.search}>
        <UrlSearchField
          label={t("search")}
          addressValue={filter.search ?? ""}
          change={(value) => change("search", value)}
        />
      </div>
      <Button
        className={styles.unfold ?? ""}
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setIsOpen(!isOpen)}
        leftSection={<IconAdjustmentsHorizontal size={18} stroke={1.8} aria-hidden="true" />}
        rightSection={
          count > 0 ? <CountBadge value={count} label={t("filterCount", { count })} /> : undefined
        }
      >
        {t("filters")}
      </Button>
      <Select
        className={styles.sort ?? ""}
        aria-label={t("sort")}
        value={filter.sort ?? "newest"}
        onChange={({ currentTarget: { value } }) => change("sort", value === "newest" ? "" : value)}
      >
        {projectSorts.map((sort) => (
          <option key={sort} value={sort} disabled={sort === "budget" && !filter.currency_id}>
            {t(`sort_${sort}`)}
          </option>
        ))}
      </Select>
      <fieldset className={styles.views}>
        <legend className="visually-hidden">{t("view")}</legend>
        <IconButton label={t("viewCards")} aria-pressed={view === "cards"} onClick={() => showAs("cards")}>
          <IconLayoutGrid size={20} stroke={1.8} aria-hidden="true" />
        </IconButton>
        <IconButton label={t("viewTable")} aria-pressed={view === "table"} onClick={() => showAs("table")}>
          <IconTable size={20} stroke={1.8} aria-hidden="true" />
        </IconButton>
      </fieldset>
      <div className={styles.panel} id={panelId} data-open={isOpen || undefined}>
        <FilterPanel state={state} />
      </div>
    </search>
  );
}

function FilterPanel({ state: { filter, change, clear } }: { state: ProjectListFilterState }) {
  const { t } = useTranslation("projects");
  const categories = useCategories();
  const currencies = useCurrencies();
  const stateOptions = projectStates.map((id) => ({ id, name: t(`state_${id}`) }));
  const partOptions = projectListMembershipFilters.map((id) => ({ id, name: t(`part_${id}`) }));
  const hasCurrency = filter.currency_id !== undefined;
  return (
    <>
      <div className={styles.filter}>
        <span aria-hidden="true">{t("skill")}</span>
        <UrlSearchField
          label={t("skillSearch")}
          addressValue={filter.skill ?? ""}
          change={(value) => change("skill", value)}
        />
      </div>
      <FilterSelect
        label={t("category")}
        anyLabel={t("allCategories")}
        options={categories}
        value={filter.category_id}
        onChange={(value) => change("category_id", value)}
      />
      <FilterSelect
        label={t("state")}
        anyLabel={t("anyState")}
        options={stateOptions}
        value={filter.state}
        onChange={(value) => change("state", value)}
      />
      <FilterSelect
        label={t("part")}
        anyLabel={t("anyPart")}
        options={partOptions}
        value={filter.part}
        onChange={(value) => change("part", value)}
      />
      <FilterSelect
        label={t("currency")}
        anyLabel={t("anyCurrency")}
        options={currencies}
        value={filter.currency_id}
        onChange={(value) => change("currency_id", value)}
      />
      <LabelledField label={t("budgetFrom")}>
        {(id) => (
          <AmountField
            id={id}
            disabled={!hasCurrency}
            addressValue={filter.min ?? ""}
            change={(value) => change("min", value)}
          />
        )}
      </LabelledField>
      <LabelledField label={t("budgetTo")}>
        {(id) => (
          <AmountField
            id={id}
            disabled={!hasCurrency}
            addressValue={filter.max ?? ""}
            change={(value) => change("max", value)}
          />
        )}
      </LabelledField>
      <div className={styles.under}>
        {!hasCurrency && <span>{t("budgetHint")}</span>}
        {Object.keys(filter).some((name) => name !== "sort") && (
          <Button kind="quiet" size="xs" onClick={clear}>
            {t("clearFilters")}
          </Button>
        )}
      </div>
    </>
  );
}
