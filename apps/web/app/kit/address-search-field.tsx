import { SearchField } from "./ui/search-field.tsx";
import { type AddressParamTextProps, useAddressParamText } from "./use-address-param-text.ts";

/** A search field that puts its text into the page's address when the person pauses typing. */
export function UrlSearchField({ label, ...urlTextProps }: AddressParamTextProps & { label: string }) {
  const { text, setText } = useAddressParamText(urlTextProps, (typedText) => typedText.trim());
  return <SearchField label={label} placeholder={label} value={text} maxLength={200} onChange={setText} />;
}
