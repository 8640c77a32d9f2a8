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
  /** The suggested tags, in the order of display. */
  suggestions: readonly string[];
  value: string;
  onChange: (value: string) => void;
  /** Called with the suggestion that was chosen. */
  onChoose: (suggestion: string) => void;
}

/**
 * A text field for a tag, with suggestions below. Enter accepts a suggestion only if it was selected with the arrow
 * keys.
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
      // The server has already filtered the suggestions by the typed text, so show all of them.
      filter={({ options }) => options}
      maxDropdownHeight={240}
      onOptionSubmit={onChoose}
      // The list of suggestions stays inside the page's landmark element, so that screen readers find it. It has the
      // CSS position `fixed`, because a scrolling element around the field would cut it off otherwise.
      comboboxProps={{
        width: "max-content",
        position: "bottom-start",
        withinPortal: false,
        floatingStrategy: "fixed",
      }}
    />
  );
}
