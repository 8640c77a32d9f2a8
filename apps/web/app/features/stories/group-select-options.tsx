import { memo, useDeferredValue } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { useStoryDrawing } from "./editor.ts";
import { formatGroupTitle } from "./summary.ts";

/** The value of the option that creates a new group. */
export const newGroupValue = "+";

interface GroupOptionsProps {
  /** The id of the chosen group of blocks. */
  chosen?: string | undefined;
  /** The ids of the groups that cannot be chosen, separated by spaces. */
  excludedIds?: string;
}

/**
 * The options of a group select. The first render has only the option of the chosen group, because a story may have
 * hundreds of groups. The next render adds the other options.
 */
export const GroupSelectOptions = memo(function GroupSelectOptions({
  chosen,
  excludedIds = "",
}: GroupOptionsProps) {
  const { t } = useTranslation("stories");
  const areAllShown = useDeferredValue(true, false);
  const deferredExcludedIds = useDeferredValue(excludedIds);
  const title = useStoryDrawing(({ titles }) => titles.find(({ id }) => id === chosen));
  if (areAllShown) return <AllGroupOptions excludedIds={deferredExcludedIds} />;
  return title && <option value={title.id}>{t("toGroup", { name: formatGroupTitle(t, title) })}</option>;
});

/** The options for all groups, in a component of their own. So choosing another group does not render them again. */
const AllGroupOptions = memo(function AllGroupOptions({ excludedIds }: { excludedIds: string }) {
  const { t } = useTranslation("stories");
  const titles = useStoryDrawing((drawing) => drawing.titles);
  const excludedIdSet = new Set(excludedIds.split(" "));
  return titles
    .filter(({ id }) => !excludedIdSet.has(id))
    .map((title) => (
      <option key={title.id} value={title.id}>
        {t("toGroup", { name: formatGroupTitle(t, title) })}
      </option>
    ));
});
