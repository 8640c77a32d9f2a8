import { useEffect, useEffectEvent, useState } from "react";
import { useLocation, useNavigation } from "react-router";

const typingPauseMs = 250;

export interface AddressParamTextProps {
  addressValue: string;
  change: (value: string) => void;
}

/**
 * A text field whose value is part of the address. The address changes after a pause in typing. `parseText` converts
 * the text into the value, or returns undefined if the text is incomplete. After any other change of the address,
 * `formatValue` converts the value into the text.
 */
export function useAddressParamText(
  { addressValue, change }: AddressParamTextProps,
  parseText: (text: string) => string | undefined,
  formatValue: (addressValue: string) => string = (value) => value,
) {
  const [text, setText] = useState(formatValue(addressValue));
  const [appliedValue, setAppliedValue] = useState(addressValue);
  const value = parseText(text);
  const { pathname } = useLocation();
  const nextPathname = useNavigation().location?.pathname;
  // While the router navigates to another page, do not change the address. That would cancel the navigation.
  const isLeaving = nextPathname !== undefined && nextPathname !== pathname;
  if (addressValue !== appliedValue) {
    setAppliedValue(addressValue);
    if (value !== addressValue) setText(formatValue(addressValue));
  }
  const applyValue = useEffectEvent(change);
  useEffect(() => {
    if (isLeaving || value === undefined || value === appliedValue) return;
    const timer = setTimeout(() => applyValue(value), typingPauseMs);
    return () => clearTimeout(timer);
  }, [value, appliedValue, isLeaving]);
  return { text, setText, isValid: value !== undefined };
}
