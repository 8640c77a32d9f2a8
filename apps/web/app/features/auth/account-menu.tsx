import type { Account } from "@kakehashi/contract/users";
import { lazy, Suspense, useState } from "react";
import { AccountButton } from "./account-button.tsx";

const load = () => import("./account-menu-opened.tsx");
const Opened = lazy(async () => ({ default: (await load()).AccountMenuOpened }));

/** The signed-in person's own menu: language, colours, the way out. */
export function AccountMenu({ account, side }: { account: Account; side: "right-end" | "top-end" }) {
  const [wanted, setWanted] = useState(false);
  const button = (
    <AccountButton
      account={account}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={load}
      onClick={() => setWanted(true)}
    />
  );
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <Opened account={account} side={side} />
    </Suspense>
  );
}
