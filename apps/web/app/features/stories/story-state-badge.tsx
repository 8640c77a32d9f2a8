import type { BotFlowListItem } from "@kakehashi/contract/bot-flows";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Badge } from "../../kit/ui/badge.tsx";

/** A badge that shows whether the story is published, and whether the published version equals the draft. */
export function StoryStateBadge({ story: { published } }: { story: Pick<BotFlowListItem, "published"> }) {
  const { t } = useTranslation("stories");
  if (!published) return <Badge>{t("stateDraft")}</Badge>;
  return published.is_draft ? (
    <Badge tone="jade">{t("statePublished", { version: published.number })}</Badge>
  ) : (
    <Badge tone="amber">{t("stateChanged", { version: published.number })}</Badge>
  );
}
