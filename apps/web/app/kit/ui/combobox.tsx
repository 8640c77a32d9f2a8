import "@mantine/core/styles/Combobox.layer.css";
import "@mantine/core/styles/ScrollArea.layer.css";
import { Select, type SelectProps } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import styles from "./combobox.module.css";
import field from "./field.module.css";

export interface ComboboxOption {
  readonly value: string;
  readonly label: string;
  /** A quiet line below it in the list. */
  readonly note?: string;
}

interface Props extends Pick<SelectProps, "label" | "description" | "error" | "disabled"> {
  options: readonly ComboboxOption[];
  value: string | null;
  onChange: (value: string) => void;
  /** Those that what is typed means; without it, those whose words hold it. */
  find?: (typed: string) => readonly ComboboxOption[];
  /** Said where nothing is found. */
  none: ReactNode;
}

/** Rows in the list at once: a search is quicker than scrolling through hundreds. */
const shownAtOnce = 60;

/** One of many choices, found by what is typed. */
export function Combobox({ options, value, onChange, find, none, ...props }: Props) {
  const [search, setSearch] = useState("");
  const notes = new Map(options.map((option) => [option.value, option.note]));
  const holds = (typed: string) => (option: ComboboxOption) =>
    option.label.toLowerCase().includes(typed.toLowerCase());
  return (
    <Select
      {...props}
      classNames={{
        root: field.field,
        input: `${field.control} ${styles.input}`,
        label: styles.label,
        description: field.hint,
        error: field.error,
        dropdown: styles.dropdown,
        option: styles.option,
      }}
      inputWrapperOrder={["label", "input", "error", "description"]}
      rightSection={<IconChevronDown size={16} stroke={2} aria-hidden="true" />}
      rightSectionWidth={42}
      rightSectionPointerEvents="none"
      data={options.map(({ value, label }) => ({ value, label }))}
      value={value}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(chosen) => chosen !== null && onChange(chosen)}
      allowDeselect={false}
      nothingFoundMessage={none}
      maxDropdownHeight={320}
      limit={shownAtOnce}
      filter={({ options: all, search: typed }) => {
        // Opened, the field holds the chosen one's own words: then all are shown.
        if (options.some(({ label }) => label === typed)) return all;
        return (find?.(typed) ?? options.filter(holds(typed))).map(({ value, label }) => ({ value, label }));
      }}
      renderOption={({ option }) => (
        <span className={styles.choice}>
          {option.label}
          <span className={styles.note}>{notes.get(option.value)}</span>
        </span>
      )}
    />
  );
}
