import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js";

/**
 * Parses a phone number in any usual spelling and returns it in E.164 format. Null if the number is not valid, neither
 * as a number of `country` nor with an international +.
 */
export function parsePhoneNumber(phoneText: string, country: string): string | null {
  const countryCode = isSupportedCountry(country) ? (country as CountryCode) : undefined;
  const phone = parsePhoneNumberFromString(phoneText, {
    ...(countryCode && { defaultCountry: countryCode }),
    extract: false,
  });
  return phone?.isValid() ? phone.number : null;
}
