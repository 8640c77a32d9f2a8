import { SearchField } from "./ui/search-field.tsx";
import { type AddressTextProps, useAddressText } from "./use-address-text.ts";

/** A search field whose text becomes part of the page's address after a pause in typing. */
export function AddressSearchField({ label, ...addressText }: AddressTextProps & { label: string }) {
  const { text, setText } = useAddressText(addressText, (typedText) => typedText.trim());
  return <SearchField label={label} placeholder={label} value={text} maxLength={200} onChange={setText} />;
}
