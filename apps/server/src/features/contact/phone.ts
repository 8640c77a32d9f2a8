import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js";

/**
 * A number as people write it, local forms too, in E.164. Null where it cannot be one of
 * `country`, nor, written with its +, of any other.
 */
export function readPhone(written: string, country: string): string | null {
  const known = isSupportedCountry(country) ? (country as CountryCode) : undefined;
  const phone = parsePhoneNumberFromString(written, {
    ...(known && { defaultCountry: known }),
    extract: false,
  });
  return phone?.isValid() ? phone.number : null;
}
