import "@mantine/core/styles/Combobox.layer.css";
import "@mantine/core/styles/ScrollArea.layer.css";
import { Autocomplete, type AutocompleteProps } from "@mantine/core";
import styles from "../../kit/ui/combobox.module.css";
import field from "../../kit/ui/field.module.css";

interface Props
  extends Pick<
    AutocompleteProps,
    "aria-label" | "label" | "autoFocus" | "onFocus" | "maxLength" | "onKeyDown" | "onBlur"
  > {
  /** The tags to choose from, in this order. */
  suggestions: readonly string[];
  value: string;
  onChange: (value: string) => void;
  /** Called with a suggestion that was chosen with a key, a mouse or a finger. */
  onChoose: (suggestion: string) => void;
}

/**
 * A text field for a tag, with suggestions below it. Enter takes a suggestion only if the arrow keys have selected
 * one.
 */
export function TagField({ suggestions, onChoose, ...props }: Props) {
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
      // The server searches the tags, so all suggestions are shown.
      filter={({ options }) => options}
      maxDropdownHeight={240}
      onOptionSubmit={onChoose}
      // The list of suggestions stays inside the page's landmark, for screen readers. Its position is `fixed`,
      // because a scrolling element around the field would cut it off.
      comboboxProps={{
        width: "max-content",
        position: "bottom-start",
        withinPortal: false,
        floatingStrategy: "fixed",
      }}
    />
  );
}
