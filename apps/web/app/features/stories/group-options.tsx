import { memo, useDeferredValue } from "react";
import { useTranslation } from "react-i18next";
import { useDrawing } from "./editor.ts";
import { titleText } from "./summary.ts";

/** The value of the option that creates a group. */
export const newGroup = "+";

interface Props {
  /** The id of the chosen group. */
  chosen?: string | undefined;
  /** The ids of the groups that cannot be chosen, separated by spaces. */
  without?: string;
}

/** The options of a select for a group. There may be hundreds, so only the chosen one is rendered at first. */
export const GroupOptions = memo(function GroupOptions({ chosen, without = "" }: Props) {
  const { t } = useTranslation("stories");
  const titles = useDrawing((drawing) => drawing.titles);
  const areAllShown = useDeferredValue(true, false);
  const left = new Set(without.split(" "));
  return titles
    .filter(({ id }) => !left.has(id) && (areAllShown || id === chosen))
    .map((title) => (
      <option key={title.id} value={title.id}>
        {t("toGroup", { name: titleText(t, title) })}
      </option>
    ));
});
