import { canCreateBot } from "@kakehashi/contract/bot-permissions";
import type { BotListItem } from "@kakehashi/contract/bots";
import { IconArchive, IconRobot } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { memo } from "react";
import { useSearchParams } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { UrlSearchField } from "../../kit/address-search-field.tsx";
import { Avatar } from "../../kit/ui/avatar.tsx";
import { Badge } from "../../kit/ui/badge.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { ButtonLink } from "../../kit/ui/button-link.tsx";
import { Card, CardLink, Cards, CardTitle } from "../../kit/ui/cards.tsx";
import { LanguageTag } from "../../kit/ui/language-tag.tsx";
import { LoadedContent, LoadMoreButton } from "../../kit/ui/loaded.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { UndoBar } from "../../kit/ui/undo-bar.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { useRenderEveryMinute } from "../../kit/use-render-every-minute.ts";
import { useAccount } from "../auth/session.ts";
import styles from "./bots.module.css";
import { formatPlatformName } from "./platform-names.ts";
import { botsQuery } from "./queries.ts";

/** The list of the bots on which the reader works. The search text and the filter are in the page's address. */
export function BotList() {
  const { t } = useTranslation("bots");
  const [address, setAddress] = useSearchParams();
  const search = (address.get("search") ?? "").trim().slice(0, 200);
  const isArchived = address.get("archived") === "true";
  const query = useInfiniteQuery(botsQuery(search, isArchived));
  useRenderEveryMinute();
  const toggleFilter = (name: string, value: string) =>
    setAddress(
      (previousParams) => {
        const nextParams = new URLSearchParams(previousParams);
        if (value) nextParams.set(name, value);
        else nextParams.delete(name);
        return nextParams;
      },
      { replace: true },
    );
  return (
    <>
      <search className={styles.tools}>
        <div className={styles.search}>
          <UrlSearchField
            label={t("search")}
            addressValue={search}
            change={(value) => toggleFilter("search", value)}
          />
        </div>
        <Button
          kind={isArchived ? "chosen" : "plain"}
          aria-pressed={isArchived}
          onClick={() => toggleFilter("archived", isArchived ? "" : "true")}
        >
          {t("archived")}
        </Button>
      </search>
      <LoadedContent
        query={query}
        rows={4}
        emptyState={
          <NoBots
            hasSearch={search !== ""}
            isArchived={isArchived}
            clear={() => setAddress({}, { replace: true })}
          />
        }
      >
        {(bots) => (
          <div aria-busy={query.isPlaceholderData}>
            <Cards layout="narrow">
              {bots.map((bot) => (
                <BotCard key={bot.id} bot={bot} />
              ))}
            </Cards>
            <LoadMoreButton query={query} />
          </div>
        )}
      </LoadedContent>
      <UndoBar label={t("undo")} />
    </>
  );
}

interface NoBotsProps {
  hasSearch: boolean;
  isArchived: boolean;
  clear: () => void;
}

function NoBots({ hasSearch, isArchived, clear }: NoBotsProps) {
  const { t } = useTranslation("bots");
  const account = useAccount();
  const mayCreate = account ? canCreateBot(account.role) : false;
  if (hasSearch)
    return (
      <EmptyState
        title={t("noneTitle")}
        text={t("noneText")}
        action={<Button onClick={clear}>{t("clearSearch")}</Button>}
      />
    );
  if (isArchived)
    return (
      <EmptyState
        icon={<IconArchive size={28} stroke={1.5} aria-hidden="true" />}
        title={t("noneArchived")}
        text={t("noneArchivedText")}
        action={<Button onClick={clear}>{t("back")}</Button>}
      />
    );
  return (
    <EmptyState
      icon={<IconRobot size={28} stroke={1.5} aria-hidden="true" />}
      title={t("emptyTitle")}
      text={t(mayCreate ? "emptyText" : "emptyOthers")}
      action={mayCreate && <ButtonLink target={{ page: "/bots/new" }}>{t("new")}</ButtonLink>}
    />
  );
}

const BotCard = memo(function BotCard({ bot }: { bot: BotListItem }) {
  const { t } = useTranslation("bots");
  const { timeAgo, fullDateTime } = useFormat();
  const { id, name, picture, languages, platforms, part, flow_count, enabled_count, updated_at } = bot;
  return (
    <Card>
      <div className={styles.cardHead}>
        <Avatar id={id} name={name} image={picture} size={32} />
        <CardTitle>
          <CardLink to={`/bots/${id}`}>{name}</CardLink>
        </CardTitle>
      </div>
      <p className={styles.facts}>
        <span className={styles.languages}>
          {languages.map((language) => (
            <LanguageTag key={language} language={language} />
          ))}
        </span>
        <span>{platforms.map((platform) => formatPlatformName(platform, t)).join(" · ")}</span>
      </p>
      <p className={styles.facts}>
        <span>{t("stories", { count: flow_count })}</span>
        {enabled_count > 0 ? (
          <Badge tone="jade">{t("answering", { count: enabled_count })}</Badge>
        ) : (
          <Badge>{t("silent")}</Badge>
        )}
      </p>
      <p className={styles.foot}>
        <span>{t(`part_${part}`)}</span>
        <time dateTime={updated_at} title={fullDateTime(updated_at)}>
          {t("changed", { ago: timeAgo(updated_at) })}
        </time>
      </p>
    </Card>
  );
});
