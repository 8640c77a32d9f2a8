import { useTranslation } from "../../i18n/use-translation.tsx";
import { KeyboardKey } from "../../kit/ui/kbd.tsx";
import panes from "./panes.module.css";

const shortcutRows = [
  { keys: ["←", "→", "↑", "↓"], does: "keyArrows" },
  { keys: ["Shift", "← → ↑ ↓"], does: "keyMove" },
  { keys: ["Enter"], does: "keyEnter" },
  { keys: ["A"], does: "keyAdd" },
  { keys: ["G"], does: "keyGroup" },
  { keys: ["C"], does: "keyConnect" },
  { keys: ["Delete"], does: "keyDelete" },
  { keys: ["Ctrl", "Z"], does: "undo" },
  { keys: ["Ctrl", "Shift", "Z"], does: "redo" },
  { keys: ["Ctrl", "C"], does: "keyCopy" },
  { keys: ["Ctrl", "V"], does: "keyPaste" },
  { keys: ["/"], does: "searchBlocks" },
  { keys: ["?"], does: "keys" },
  { keys: ["Esc"], does: "keyClose" },
] as const;

/** A pane that lists the shortcut keys of the canvas. */
export function KeysPane() {
  const { t } = useTranslation("stories");
  return (
    <div className={panes.body}>
      <dl className={panes.keys}>
        {shortcutRows.map(({ keys: names, does }) => (
          <div key={does}>
            <dt>
              {names.map((name) => (
                <KeyboardKey key={name}>{name}</KeyboardKey>
              ))}
            </dt>
            <dd>{t(does)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
