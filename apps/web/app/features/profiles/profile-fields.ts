import type { Profile, profileBody } from "@kakehashi/contract/profiles";
import type { Account } from "@kakehashi/contract/users";
import type { z } from "zod";

/** What the form of a profile holds, and what it sends once it is checked. */
export type ProfileFields = z.input<typeof profileBody>;
export type ProfileValues = z.output<typeof profileBody>;

/**
 * What the form shows at first: the profile, or what is known of somebody who has none. The name with which a company
 * registered is that of a person.
 */
export const fieldsOf = (profile: Profile | null, account: Account): ProfileFields => ({
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
