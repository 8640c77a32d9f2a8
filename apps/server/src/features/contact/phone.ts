import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js";

/**
 * A phone number in E.164, from any usual spelling. Null where it is not valid in `country`, nor internationally with
 * its +.
 */
export function readPhone(phoneText: string, country: string): string | null {
  const countryCode = isSupportedCountry(country) ? (country as CountryCode) : undefined;
  const phone = parsePhoneNumberFromString(phoneText, {
    ...(countryCode && { defaultCountry: countryCode }),
    extract: false,
  });
  return phone?.isValid() ? phone.number : null;
}
