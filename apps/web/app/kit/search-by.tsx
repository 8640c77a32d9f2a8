import { SearchField } from "./ui/search-field.tsx";
import { type TypedProps, useTyped } from "./use-typed.ts";

/** A search field whose text the address holds, once its writer pauses. */
export function SearchBy({ label, ...typed }: TypedProps & { label: string }) {
  const { text, setText } = useTyped(typed, (written) => written.trim());
  return <SearchField label={label} placeholder={label} value={text} maxLength={200} onChange={setText} />;
}
