import { findNameInLanguage, listProjectCategories } from "@kakehashi/contract/catalogue";
import { isLanguage } from "@kakehashi/contract/languages";
import { getMyProfile, type Profile } from "@kakehashi/contract/profiles";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { getQueryClient } from "../../kit/query.ts";

export const myProfileQuery = queryOptions({
  queryKey: ["my-profile"],
  queryFn: async ({ signal }) => (await call(getMyProfile, { signal })).data,
});

const categoriesQuery = queryOptions({
  queryKey: ["categories"],
  queryFn: async ({ signal }) => (await call(listProjectCategories, { signal })).data,
  staleTime: 10 * 60_000,
});

/** The categories in the order that admins have chosen, with their names in the reader's language. */
export function useCategories(): { id: string; name: string }[] {
  const { language } = useTranslation().i18n;
  const reader = isLanguage(language) ? language : "en";
  const { data = [] } = useQuery(categoriesQuery);
  return data.map(({ id, names }) => ({ id, name: findNameInLanguage(names, reader) }));
}

/** Refetches all data that contains the person. Call this function after somebody has changed their profile. */
export async function refetchAfterProfileChange(profile: Profile): Promise<void> {
  const client = getQueryClient();
  client.setQueryData(myProfileQuery.queryKey, profile);
  await Promise.all([
    client.invalidateQueries({ queryKey: ["account"] }),
    client.invalidateQueries({ queryKey: ["person", profile.user_id] }),
  ]);
}
