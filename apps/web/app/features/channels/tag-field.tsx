import "@mantine/core/styles/Combobox.layer.css";
import "@mantine/core/styles/ScrollArea.layer.css";
import { Autocomplete, type AutocompleteProps } from "@mantine/core";
import styles from "../../kit/ui/combobox.module.css";
import field from "../../kit/ui/field.module.css";

interface TagFieldProps
  extends Pick<
    AutocompleteProps,
    "aria-label" | "label" | "autoFocus" | "onFocus" | "maxLength" | "onKeyDown" | "onBlur"
  > {
  /** The suggested tags, in the order in which they are shown. */
  suggestions: readonly string[];
  value: string;
  onChange: (value: string) => void;
  /** Called with the chosen suggestion. */
  onChoose: (suggestion: string) => void;
}

/**
 * A text field for a tag, with suggestions below it. Enter takes a suggestion only if the arrow keys have selected
 * one.
 */
export function TagField({ suggestions, onChoose, ...props }: TagFieldProps) {
  return (
    <Autocomplete
      {...props}
      classNames={{
        root: field.field,
        input: field.control,
        dropdown: styles.dropdown,
        option: styles.option,
      }}
      data={[...suggestions]}
      // The server has already filtered the tags, so show all of them as suggestions.
      filter={({ options }) => options}
      maxDropdownHeight={240}
      onOptionSubmit={onChoose}
      // The list of suggestions stays inside the page's landmark, for screen readers. Its CSS position is `fixed`,
      // because a scrolling element around the field would cut the list off.
      comboboxProps={{
        width: "max-content",
        position: "bottom-start",
        withinPortal: false,
        floatingStrategy: "fixed",
      }}
    />
  );
}
