import { SearchField } from "./ui/search-field.tsx";
import { type AddressTextProps, useAddressText } from "./use-address-text.ts";

/** A search field that puts its text into the page's address when the person pauses typing. */
export function UrlSearchField({ label, ...urlTextProps }: AddressTextProps & { label: string }) {
  const { text, setText } = useAddressText(urlTextProps, (typedText) => typedText.trim());
  return <SearchField label={label} placeholder={label} value={text} maxLength={200} onChange={setText} />;
}
