import { Textarea, type TextareaProps } from "@mantine/core";
import { fieldStyle } from "./text-field.tsx";

/**
 * A field for a text of several lines. Its file is separate from the other fields, because these load with the first
 * page and not every page needs a text area.
 */
export function TextArea(props: TextareaProps) {
  return <Textarea {...fieldStyle} {...props} />;
}
