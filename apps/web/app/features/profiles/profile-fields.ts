import type { Profile, profileBody } from "@kakehashi/contract/profiles";
import type { Account } from "@kakehashi/contract/users";
import type { z } from "zod";

/** The values of the profile form, and the request body after validation. */
export type ProfileFields = z.input<typeof profileBody>;

/**
 * The form's initial values: the saved profile, or the account's data if there is no profile. The name of a company
 * account is left out, because it is the name of a person and not of the company.
 */
export const profileFormFieldsOf = (profile: Profile | null, account: Account): ProfileFields => ({
  first_name: profile?.first_name ?? "",
  last_name: profile?.last_name ?? "",
  name: profile?.name ?? (account.account_type === "COMPANY" ? "" : account.name),
  reading: profile?.reading ?? account.reading,
  latin_name: profile?.latin_name ?? account.latin_name,
  address: profile?.address ?? "",
  phone: profile?.phone ?? "",
  category_ids: profile?.categories.map(({ id }) => id) ?? [],
  description: profile?.description ?? "",
  website: profile?.website ?? "",
});
