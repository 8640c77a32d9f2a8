import { Suspense, useEffect, useState } from "react";
import { loadTexts } from "../../i18n/browser.ts";
import { createLazyPart } from "../../kit/ui/part.tsx";
import type { Route } from "./+types/invite.ts";

// Load the invitation's page here and not in a loader of the route, because every page contains the list of routes with
// their loaders and would get larger.
const InvitationPage = createLazyPart(async () => {
  const [page] = await Promise.all([
    import("../../features/conversations/invitation-page.tsx"),
    loadTexts("room"),
  ]);
  return page.InvitationPage;
});

export default function Invite({ params }: Route.ComponentProps) {
  const [isHydrated, setIsHydrated] = useState(false);
  useEffect(() => setIsHydrated(true), []);
  // The server does not load the invitation's texts, so the page renders only in the browser.
  if (!isHydrated) return null;
  return (
    <Suspense fallback={null}>
      <InvitationPage id={params.id} />
    </Suspense>
  );
}
