import { opener } from "../../kit/ui/opener.tsx";
import { AccountButton } from "./account-button.tsx";

/** The signed-in person's own menu: language, colours, the way out. */
export const AccountMenu = opener(
  async () => (await import("./account-menu-opened.tsx")).AccountMenuOpened,
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
