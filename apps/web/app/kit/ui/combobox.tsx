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
  /** A second line below the option's label in the list. */
  readonly note?: string;
}

interface ComboboxProps extends Pick<SelectProps, "label" | "description" | "error" | "disabled"> {
  options: readonly ComboboxOption[];
  value: string | null;
  onChange: (value: string) => void;
  /** Returns the options that match the typed text. By default, these are the options that contain the text. */
  findOptions?: (typed: string) => readonly ComboboxOption[];
  /** The text if no option matches. */
  emptyText: ReactNode;
}

/**
 * The list shows at most this many options at once. People find an option faster by typing than by scrolling through
 * hundreds.
 */
const maxShownOptions = 60;

/** A field that selects one of many options. Typing a part of an option's text filters them. */
export function Combobox({ options, value, onChange, findOptions, emptyText, ...props }: ComboboxProps) {
  const [search, setSearch] = useState("");
  const notes = new Map(options.map((option) => [option.value, option.note]));
  const matchesText = (typedText: string) => (option: ComboboxOption) =>
    option.label.toLowerCase().includes(typedText.toLowerCase());
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
      onChange={(chosenValue) => chosenValue !== null && onChange(chosenValue)}
      allowDeselect={false}
      nothingFoundMessage={emptyText}
      maxDropdownHeight={320}
      limit={maxShownOptions}
      filter={({ options: allOptions, search: typed }) => {
        // When the list opens, the field contains the selected option's text. Show all options then, and not only those
        // that match this text.
        if (options.some(({ label }) => label === typed)) return allOptions;
        return (findOptions?.(typed) ?? options.filter(matchesText(typed))).map(({ value, label }) => ({
          value,
          label,
        }));
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
