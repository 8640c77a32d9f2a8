import { Textarea, type TextareaProps } from "@mantine/core";
import { fieldStyle } from "./text-field.tsx";

/**
 * A field for a text of several lines. It is in a separate file, because not every page needs it, and the other fields
 * load with the first page.
 */
export function TextArea(props: TextareaProps) {
  return <Textarea {...fieldStyle} {...props} />;
}
