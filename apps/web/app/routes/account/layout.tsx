import { Outlet } from "react-router";
import { AccountLayout } from "../../features/auth/account-layout.tsx";
import { Frame } from "../../kit/ui/frame.tsx";

export default function Layout() {
  return (
    <Frame>
      <AccountLayout>
        <Outlet />
      </AccountLayout>
    </Frame>
  );
}
