import { memo, useDeferredValue } from "react";
import { useTranslation } from "react-i18next";
import { useDrawing } from "./editor.ts";
import { groupTitleText } from "./summary.ts";

/** The value of the option that creates a new group. */
export const newGroupValue = "+";

interface Props {
  /** The id of the chosen group of blocks. */
  chosen?: string | undefined;
  /** The ids of the groups that cannot be chosen, separated by spaces. */
  excludedIds?: string;
}

/**
 * The options of a select for a group. A story may have hundreds of groups, so at first only the chosen group has an
 * option.
 */
export const GroupOptions = memo(function GroupOptions({ chosen, excludedIds = "" }: Props) {
  const { t } = useTranslation("stories");
  const areAllShown = useDeferredValue(true, false);
  const deferredExcludedIds = useDeferredValue(excludedIds);
  const title = useDrawing(({ titles }) => titles.find(({ id }) => id === chosen));
  if (areAllShown) return <AllGroupOptions excludedIds={deferredExcludedIds} />;
  return title && <option value={title.id}>{t("toGroup", { name: groupTitleText(t, title) })}</option>;
});

/**
 * The options for all groups of a story. This is a separate component, so that the options are not rendered again when
 * another group is chosen.
 */
const AllGroupOptions = memo(function AllGroupOptions({ excludedIds }: { excludedIds: string }) {
  const { t } = useTranslation("stories");
  const titles = useDrawing((drawing) => drawing.titles);
  const excludedIdSet = new Set(excludedIds.split(" "));
  return titles
    .filter(({ id }) => !excludedIdSet.has(id))
    .map((title) => (
      <option key={title.id} value={title.id}>
        {t("toGroup", { name: groupTitleText(t, title) })}
      </option>
    ));
});
