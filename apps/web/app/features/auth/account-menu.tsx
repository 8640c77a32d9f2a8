import { loadTexts } from "../../i18n/browser.ts";
import { createLazyOpener } from "../../kit/ui/lazy-opener.tsx";
import { AccountButton } from "./account-button.tsx";

/** The account menu: language, colours, signing out. */
export const AccountMenu = createLazyOpener(
  async () => {
    const [{ AccountMenuContent }] = await Promise.all([
      import("./account-menu-opened.tsx"),
      loadTexts("auth"),
    ]);
    return AccountMenuContent;
  },
  ({ account, onPointerEnter, onClick }) => (
    <AccountButton
      account={account}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={onPointerEnter}
      onClick={onClick}
    />
  ),
);
