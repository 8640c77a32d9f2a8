import { Textarea, type TextareaProps } from "@mantine/core";
import { look } from "./text-field.tsx";

/** A text of several lines. Apart from the other fields, which come with the first page. */
export function TextArea(props: TextareaProps) {
  return <Textarea {...look} {...props} />;
}
