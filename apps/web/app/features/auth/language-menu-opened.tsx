import { languages } from "@kakehashi/contract/languages";
import { nativeLanguageNames } from "../../i18n/texts.ts";
import { Menu } from "../../kit/ui/menu.tsx";
import { useOpenWhenLoaded } from "../../kit/ui/open-when-loaded.ts";
import { LanguageButton } from "./language-button.tsx";
import { useInterfaceLanguage } from "./use-language.ts";

/** The language menu. Its code is loaded when the menu is first opened. */
export function LanguageMenuContent() {
  const { language, changeLanguage } = useInterfaceLanguage();
  const { target, opened, setOpened } = useOpenWhenLoaded();
  return (
    <Menu position="bottom-end" opened={opened} onChange={setOpened}>
      <Menu.Target>
        <LanguageButton ref={target} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={language} onChange={changeLanguage}>
          {languages.map((option) => (
            <Menu.RadioItem key={option} value={option} lang={option} closeMenuOnClick>
              {nativeLanguageNames[option]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
