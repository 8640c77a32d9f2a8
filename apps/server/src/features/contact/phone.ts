import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js";

/**
 * A phone number in E.164, from any usual spelling. Null where it is not valid in `country`, nor internationally with
 * its +.
 */
export function readPhone(written: string, country: string): string | null {
  const known = isSupportedCountry(country) ? (country as CountryCode) : undefined;
  const phone = parsePhoneNumberFromString(written, {
    ...(known && { defaultCountry: known }),
    extract: false,
  });
  return phone?.isValid() ? phone.number : null;
}
