import { Suspense, useEffect, useState } from "react";
import { loadTexts } from "../../i18n/browser.ts";
import { createLazyComponent } from "../../kit/ui/part.tsx";
import type { Route } from "./+types/invite.ts";

// Load the code of the invitation's page here, and not in a route loader. The loaders of all routes are part of the
// script that every page loads.
const InvitationPage = createLazyComponent(async () => {
  const [page] = await Promise.all([
    import("../../features/conversations/invitation-page.tsx"),
    loadTexts("room"),
  ]);
  return page.InvitationPage;
});

export default function Invite({ params }: Route.ComponentProps) {
  const [isHydrated, setIsHydrated] = useState(false);
  useEffect(() => setIsHydrated(true), []);
  // Render this page only in the browser, because the server does not load its texts.
  if (!isHydrated) return null;
  return (
    <Suspense fallback={null}>
      <InvitationPage id={params.id} />
    </Suspense>
  );
}
