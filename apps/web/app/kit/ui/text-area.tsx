import { Textarea, type TextareaProps } from "@mantine/core";
import { sharedInputProps } from "./text-field.tsx";

/**
 * A field for several lines of text. It has a file of its own, because the other fields load with the first page and
 * not every page needs a text area.
 */
export function TextArea(props: TextareaProps) {
  return <Textarea {...sharedInputProps} {...props} />;
}
