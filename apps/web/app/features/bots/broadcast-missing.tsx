import type { Bot } from "@kakehashi/contract/bots";
import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";

/** Shown instead of a broadcast that does not exist. */
export function BroadcastMissing({ bot }: { bot: Bot }) {
  const { t } = useTranslation("broadcasts");
  return (
    <EmptyState
      title={t("missingTitle")}
      text={t("missingText")}
      action={<Link to={`/bots/${bot.id}/broadcast`}>{t("back")}</Link>}
    />
  );
}
