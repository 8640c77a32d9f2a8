import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { UrlSearchField } from "../../kit/address-search-field.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { Checkbox } from "../../kit/ui/checkbox.tsx";
import { SelectField } from "../../kit/ui/select.tsx";
import { useAddressParamText } from "../../kit/use-address-param-text.ts";
import { useAccount } from "../auth/session.ts";
import { connectedPagesQuery } from "../bots/channel-pages-query.ts";
import { botQuery } from "../bots/queries.ts";
import { useNameInLineFormatter } from "../profiles/name-in-other-script.tsx";
import styles from "./channels.module.css";
import {
  buildTalkListPath,
  countActiveFilters,
  keepOnlyState,
  maxTagLength,
  type TalkFilter,
} from "./filter.ts";

import { outsidePlatformCodes, platformNames } from "./platforms.ts";
import { TagField } from "./tag-field.tsx";
import { allTagsQuery } from "./talk-queries.ts";

interface TalkFiltersProps {
  filter: TalkFilter;
  openTalkId: string | undefined;
}

/** The field that searches chats by name, and a button that shows the other filters. */
export function TalkFilters({ filter, openTalkId }: TalkFiltersProps) {
  const { t } = useTranslation("channels");
  const navigate = useNavigate();
  const count = countActiveFilters(filter);
  const [isOpen, setOpen] = useState(count > 0);
  const changeFilter = (filterChanges: Partial<TalkFilter>) =>
    void navigate(buildTalkListPath({ ...filter, ...filterChanges }, openTalkId), { replace: true });
  return (
    // `data-busy` keeps the focus in the search field. Without it, the composer of a chat that opens beside the list
    // would take the focus.
    <search className={styles.tools} data-busy>
      <UrlSearchField
        label={t("search")}
        addressValue={filter.search}
        change={(search) => changeFilter({ search })}
      />
      <Button
        kind={count > 0 ? "chosen" : "plain"}
        aria-expanded={isOpen}
        aria-label={count > 0 ? t("filterBy", { count }) : undefined}
        leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.8} aria-hidden="true" />}
        onClick={() => setOpen(!isOpen)}
      >
        {t("filter")}
        {count > 0 && ` ${count}`}
      </Button>
      {isOpen && <FilterChoices filter={filter} changeFilter={changeFilter} />}
    </search>
  );
}

function FilterChoices({
  filter,
  changeFilter,
}: {
  filter: TalkFilter;
  changeFilter: (part: Partial<TalkFilter>) => void;
}) {
  const { t } = useTranslation("channels");
  const { data } = useQuery(connectedPagesQuery);
  const agents = useAgents();
  const formatPersonName = useNameInLineFormatter();
  const account = useAccount();
  const pages = data?.pages.filter(({ platform }) => !filter.platform || platform === filter.platform) ?? [];
  const tag = useAddressParamText(
    { addressValue: filter.tag, change: (value) => changeFilter({ tag: value }) },
    (text) => text.trim(),
  );
  const [isTagFocused, setIsTagFocused] = useState(false);
  const { data: offeredTags = [] } = useQuery({ ...allTagsQuery(filter.tag), enabled: isTagFocused });
  return (
    <div className={styles.choices}>
      <SelectField
        label={t("platform")}
        value={filter.platform ?? ""}
        onChange={({ currentTarget: { value } }) =>
          changeFilter({
            platform: outsidePlatformCodes.find((offeredPlatform) => offeredPlatform === value) ?? null,
            pageId: null,
          })
        }
      >
        <option value="">{t("anyPlatform")}</option>
        {outsidePlatformCodes.map((platform) => (
          <option key={platform} value={platform}>
            {platformNames[platform]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t("page")}
        value={filter.pageId ?? ""}
        onChange={({ currentTarget: { value } }) => changeFilter({ pageId: value || null })}
      >
        <option value="">{t("anyPage")}</option>
        {pages.map(({ id, name, platform }) => (
          <option key={id} value={id}>
            {`${name} (${platformNames[platform]})`}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t("agent")}
        value={filter.agentId ?? ""}
        onChange={({ currentTarget: { value } }) => changeFilter({ agentId: value || null })}
      >
        <option value="">{t("anyAgent")}</option>
        {account && <option value={account.id}>{t("me")}</option>}
        {agents
          .filter(({ id }) => id !== account?.id)
          .map((agent) => (
            <option key={agent.id} value={agent.id}>
              {formatPersonName(agent)}
            </option>
          ))}
      </SelectField>
      <TagField
        label={t("tag")}
        suggestions={offeredTags}
        value={tag.text}
        maxLength={maxTagLength}
        onFocus={() => setIsTagFocused(true)}
        onChange={tag.setText}
        onChoose={(chosenTag) => changeFilter({ tag: chosenTag })}
      />
      <div className={styles.choicesFoot}>
        <Checkbox
          label={t("unreadOnly")}
          checked={filter.showsOnlyUnread}
          onChange={({ currentTarget }) => changeFilter({ showsOnlyUnread: currentTarget.checked })}
        />
        {countActiveFilters(filter) > 0 && (
          <Button
            kind="quiet"
            onClick={() => changeFilter({ ...keepOnlyState(filter), search: filter.search })}
          >
            {t("clearFilter")}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Returns the people who work on bots with connected pages. The list of chats can be filtered by each of them. */
function useAgents() {
  const { data } = useQuery(connectedPagesQuery);
  const botIds = [...new Set(data?.pages.map(({ bot }) => bot.id))];
  const bots = useQueries({ queries: botIds.map((id) => botQuery(id)) });
  const people = bots.flatMap(({ data: bot }) => bot?.people ?? []);
  return [...new Map(people.map(({ user }) => [user.id, user])).values()];
}
