import { useEffect, useEffectEvent, useState } from "react";
import { useLocation, useNavigation } from "react-router";

const typingPauseMs = 250;

export interface AddressTextProps {
  addressValue: string;
  change: (value: string) => void;
}

/**
 * A text field whose value is part of the address. The address changes once the writer pauses. `parseText` turns the
 * text into the address's value, or into undefined while it is incomplete. If the address changes in another way,
 * `formatValue` turns its value into the text.
 */
export function useAddressText(
  { addressValue, change }: AddressTextProps,
  parseText: (text: string) => string | undefined,
  formatValue: (addressValue: string) => string = (value) => value,
) {
  const [text, setText] = useState(formatValue(addressValue));
  const [appliedValue, setAppliedValue] = useState(addressValue);
  const value = parseText(text);
  const { pathname } = useLocation();
  const nextPathname = useNavigation().location?.pathname;
  // Do not change the address now, because that would cancel the navigation to another page.
  const isLeaving = nextPathname !== undefined && nextPathname !== pathname;
  if (addressValue !== appliedValue) {
    setAppliedValue(addressValue);
    if (value !== addressValue) setText(formatValue(addressValue));
  }
  const apply = useEffectEvent(change);
  useEffect(() => {
    if (isLeaving || value === undefined || value === appliedValue) return;
    const timer = setTimeout(() => apply(value), typingPauseMs);
    return () => clearTimeout(timer);
  }, [value, appliedValue, isLeaving]);
  return { text, setText, isValid: value !== undefined };
}
