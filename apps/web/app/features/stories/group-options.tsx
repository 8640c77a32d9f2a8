import { memo, useDeferredValue } from "react";
import { useTranslation } from "react-i18next";
import { useDrawing } from "./editor.ts";
import { titleText } from "./summary.ts";

/** The choice of a select that stands for a group which is yet to be made. */
export const newGroup = "+";

interface Props {
  /** The id of the one that is chosen. */
  chosen?: string | undefined;
  /** The ids of those that cannot be chosen, in one text. */
  without?: string;
}

/** The groups as choices of a select. There may be hundreds, so all but the chosen one come after the pane is shown. */
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
