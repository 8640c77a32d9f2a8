import { Suspense, useEffect, useState } from "react";
import { loadTexts } from "../../i18n/browser.ts";
import { part } from "../../kit/ui/part.tsx";
import type { Route } from "./+types/invite.ts";

// Not by a loader of the route: everybody's list of routes would carry its name.
const InvitationPage = part(async () => {
  const [page] = await Promise.all([
    import("../../features/conversations/invitation-page.tsx"),
    loadTexts("room"),
  ]);
  return page.InvitationPage;
});

export default function Invite({ params }: Route.ComponentProps) {
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  // The server has no texts for it.
  if (!isHydrated) return null;
  return (
    <Suspense fallback={null}>
      <InvitationPage id={params.id} />
    </Suspense>
  );
}
