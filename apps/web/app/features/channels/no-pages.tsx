import { canCreateBot } from "@kakehashi/contract/bot-permissions";
import type { BotListItem } from "@kakehashi/contract/bots";
import { IconPlugConnected } from "@tabler/icons-react";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { ButtonLink } from "../../kit/ui/button-link.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { useAccount } from "../auth/session.ts";
import { botQuery } from "../bots/queries.ts";
import { useNameInLineFormatter } from "../profiles/name-in-other-script.tsx";
import { ConnectButton } from "./connect-button.tsx";
import { filterOwnedBots, readerBotsQuery } from "./page-queries.ts";

/**
 * Readers who own no bot see whom they can ask for a connection. The text names the owners of at most this many bots.
 */
const maximumBotsWithOwners = 3;

interface NoConnectedPagesProps {
  title: string;
  /** The text for readers who can connect a page on Messenger or Zalo themselves. */
  text: string;
}

/** Shown if no page on Messenger or Zalo is connected yet. Readers can connect one here, or read whom to ask for it. */
export function NoConnectedPages({ title, text }: NoConnectedPagesProps) {
  const { t } = useTranslation("channels");
  const account = useAccount();
  const { data: bots } = useQuery(readerBotsQuery);
  const icon = <IconPlugConnected size={28} stroke={1.5} aria-hidden="true" />;
  const ownBots = filterOwnedBots(bots);
  if (!bots || ownBots.length > 0)
    return (
      <EmptyState
        icon={icon}
        title={title}
        text={text}
        action={ownBots.length > 0 && <ConnectButton bots={ownBots} />}
      />
    );
  if (bots.length > 0) return <OwnersToAsk bots={bots} />;
  if (account && canCreateBot(account.role))
    return (
      <EmptyState
        icon={icon}
        title={t("noBots")}
        text={t("noBotsText")}
        action={<ButtonLink target={{ page: "/bots" }}>{t("toBots")}</ButtonLink>}
      />
    );
  return <EmptyState icon={icon} title={t("pagesEmpty")} text={t("pagesEmptyOthers")} />;
}

function OwnersToAsk({ bots }: { bots: readonly BotListItem[] }) {
  const { t } = useTranslation("channels");
  const { list } = useFormat();
  const formatPersonName = useNameInLineFormatter();
  const botQueries = useQueries({
    queries: bots.slice(0, maximumBotsWithOwners).map(({ id }) => botQuery(id)),
  });
  const people = botQueries.flatMap(({ data }) => data?.people ?? []).filter(({ part }) => part === "OWNER");
  const ownerNames = [...new Map(people.map(({ user }) => [user.id, formatPersonName(user)])).values()];
  return (
    <EmptyState
      icon={<IconPlugConnected size={28} stroke={1.5} aria-hidden="true" />}
      title={t("pagesEmpty")}
      text={ownerNames.length > 0 ? t("askOwners", { owners: list(ownerNames) }) : t("pagesEmptyOthers")}
    />
  );
}
