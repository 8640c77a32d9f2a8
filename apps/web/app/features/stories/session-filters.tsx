import { botSessionStates } from "@kakehashi/contract/bot-sessions";
import type { Bot } from "@kakehashi/contract/bots";
import { allBotPlatforms } from "@kakehashi/contract/flows/limits";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { UrlSearchField } from "../../kit/address-search-field.tsx";
import { SelectField } from "../../kit/ui/select.tsx";
import { useAddressParams } from "../../kit/use-address-params.ts";
import { useAllPages } from "../../kit/use-all-pages.ts";
import { formatPlatformName } from "../bots/platform-names.ts";
import styles from "./list.module.css";
import { storiesQuery, storyVersionsQuery } from "./queries.ts";
import type { SessionFilter } from "./replay-queries.ts";

// A validator for each filter in the page's address. It returns undefined for an unknown value, and that filter is then
// ignored. Somebody may have typed the address, and the server would refuse such a value.
const filterParsers: Readonly<Record<keyof SessionFilter, (value: string) => string | undefined>> = {
  state: (value) => botSessionStates.find((sessionState) => sessionState === value),
  platform: (value) => allBotPlatforms.find((knownPlatform) => knownPlatform === value),
  search: (value) => value.trim().slice(0, 100),
  flow_id: (value) => (/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(value) ? value : undefined),
  version: (value) => (/^[1-9]\d{0,8}$/.test(value) ? value : undefined),
};
const filterNames = Object.keys(filterParsers) as (keyof SessionFilter)[];

/** New values for some filters of the session list. An empty value removes a filter. */
type FilterChange = Readonly<Partial<Record<keyof SessionFilter, string>>>;

/** The argument that removes all filters of the list of sessions. */
export const clearedSessionFilter: FilterChange = Object.fromEntries(filterNames.map((name) => [name, ""]));

/**
 * Returns the filter of the list of sessions from the page's address, and a function that changes parts of the filter.
 */
export function useSessionFilter(): readonly [SessionFilter, (part: FilterChange) => void] {
  const [params, changeParams] = useAddressParams();
  const address = params.toString();
  const filter = useMemo(() => {
    const addressParams = new URLSearchParams(address);
    const entries = filterNames.flatMap((name) => {
      const value = filterParsers[name](addressParams.get(name) ?? "");
      // Ignore the version if no story is selected, because each story numbers its versions itself.
      return value && (name !== "version" || filterParsers.flow_id(addressParams.get("flow_id") ?? ""))
        ? [[name, value]]
        : [];
    });
    return Object.fromEntries(entries) as SessionFilter;
  }, [address]);
  const change = (filterChange: FilterChange) =>
    changeParams((newParams) => {
      for (const [name, value] of Object.entries(filterChange)) {
        if (value) newParams.set(name, value);
        else newParams.delete(name);
      }
    });
  return [filter, change];
}

interface SessionFiltersProps {
  bot: Bot;
  filter: SessionFilter;
  change: (part: FilterChange) => void;
}

/** The search by name, and the filters of the list of sessions. */
export function SessionFilters({ bot, filter, change }: SessionFiltersProps) {
  const { t } = useTranslation("stories");
  const { t: botTexts } = useTranslation("bots");
  const { data: stories } = useQuery(storiesQuery(bot.id));
  return (
    <search className={styles.filters}>
      <UrlSearchField
        label={t("searchByName")}
        addressValue={filter.search ?? ""}
        change={(search) => change({ search })}
      />
      <SelectField
        label={t("sessionState")}
        value={filter.state ?? ""}
        onChange={({ currentTarget: { value } }) => change({ state: value })}
      >
        <option value="">{t("anyState")}</option>
        {botSessionStates.map((state) => (
          <option key={state} value={state}>
            {t(`sessionState_${state}`)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t("platform")}
        value={filter.platform ?? ""}
        onChange={({ currentTarget: { value } }) => change({ platform: value })}
      >
        <option value="">{t("anyPlatform")}</option>
        {allBotPlatforms.map((platform) => (
          <option key={platform} value={platform}>
            {formatPlatformName(platform, botTexts)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t("one")}
        value={filter.flow_id ?? ""}
        onChange={({ currentTarget: { value } }) => change({ flow_id: value, version: "" })}
      >
        <option value="">{t("anyStory")}</option>
        {stories?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {filter.flow_id && (
        <VersionField botId={bot.id} storyId={filter.flow_id} version={filter.version} change={change} />
      )}
    </search>
  );
}

interface VersionFieldProps extends Pick<SessionFiltersProps, "change"> {
  botId: string;
  storyId: string;
  version: string | undefined;
}

function VersionField({ botId, storyId, version = "", change }: VersionFieldProps) {
  const { t } = useTranslation("stories");
  const query = useInfiniteQuery(storyVersionsQuery(botId, storyId));
  useAllPages(query, true);
  const versionNumbers = query.data?.map(({ number }) => String(number)) ?? [];
  // Offer the version from the address even if the list of versions lacks it. That version may be deleted, or the list
  // is still loading.
  const offeredVersions =
    version === "" || versionNumbers.includes(version) ? versionNumbers : [version, ...versionNumbers];
  return (
    <SelectField
      label={t("version")}
      value={version}
      onChange={({ currentTarget: { value } }) => change({ version: value })}
    >
      <option value="">{t("anyVersion")}</option>
      {offeredVersions.map((number) => (
        <option key={number} value={number}>
          {t("versionNumber", { version: number })}
        </option>
      ))}
    </SelectField>
  );
}
