import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js";

/**
 * Parses a phone number in any usual spelling and returns it in E.164 format. A number without an international prefix
 * (+) is read as a number of `country`. Null if the number is not valid.
 */
export function parsePhoneNumber(phoneText: string, country: string): string | null {
  const countryCode = isSupportedCountry(country) ? (country as CountryCode) : undefined;
  const phone = parsePhoneNumberFromString(phoneText, {
    ...(countryCode && { defaultCountry: countryCode }),
    extract: false,
  });
  return phone?.isValid() ? phone.number : null;
}
