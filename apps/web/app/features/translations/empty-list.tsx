import { IconChecks, IconMessageOff } from "@tabler/icons-react";
import { useNavigate } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { useAccount } from "../auth/session.ts";
import {
  countTranslationListFilters,
  type TranslationListFilter,
  translationListPathOf,
} from "./desk-address.ts";

/** Shown if the address names a conversation that does not exist or that the reader is not in. */
export function NoSuchConversation({
  filter: { roomId: _, ...otherFilters },
}: {
  filter: TranslationListFilter;
}) {
  const { t } = useTranslation("translations");
  const navigate = useNavigate();
  return (
    <EmptyState
      icon={<IconMessageOff size={24} stroke={1.6} />}
      title={t("roomMissing")}
      text={t("roomMissingText")}
      action={
        <Button onClick={() => navigate(translationListPathOf(otherFilters))}>
          {t("roomMissingAction")}
        </Button>
      }
    />
  );
}

/** Shown if a list on the translators' page is empty. Says what the list would contain and links to other lists. */
export function EmptyTranslationList({ filter }: { filter: TranslationListFilter }) {
  const { t } = useTranslation("translations");
  const account = useAccount();
  const navigate = useNavigate();
  const icon = <IconChecks size={24} stroke={1.6} />;
  if (countTranslationListFilters(filter) > 0)
    return (
      <EmptyState
        icon={icon}
        title={t("nothingMatches")}
        text={t("nothingMatchesText")}
        action={
          <Button onClick={() => navigate(translationListPathOf({ list: filter.list }))}>
            {t("clearFilter")}
          </Button>
        }
      />
    );
  const isOwnList = filter.list === "mine";
  const waitingText = account?.role === "admin" ? "emptyTextAdmin" : "emptyText";
  return (
    <EmptyState
      icon={icon}
      title={t(isOwnList ? "mineEmptyTitle" : "emptyTitle")}
      text={t(isOwnList ? "mineEmptyText" : waitingText)}
    />
  );
}
