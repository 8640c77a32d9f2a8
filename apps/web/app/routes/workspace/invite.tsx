import { Suspense, useEffect, useState } from "react";
import { loadTexts } from "../../i18n/browser.ts";
import { createLazyPart } from "../../kit/ui/part.tsx";
import type { Route } from "./+types/invite.ts";

// Load the invitation's page here instead of in a route loader. Every page contains the list of routes with their
// loaders, which would get larger.
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
  // Render this page only in the browser, because the server does not load its texts.
  if (!isHydrated) return null;
  return (
    <Suspense fallback={null}>
      <InvitationPage id={params.id} />
    </Suspense>
  );
}
