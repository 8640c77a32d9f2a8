import { Suspense, useEffect, useState } from "react";
import { loadTexts } from "../../i18n/browser.ts";
import { createLazyPart } from "../../kit/ui/part.tsx";
import type { Route } from "./+types/invite.ts";

// Not in the route's loader: the route list of every page would include its name.
const InvitationPage = createLazyPart(async () => {
  const [page] = await Promise.all([
    import("../../features/conversations/invitation-page.tsx"),
    loadTexts("room"),
  ]);
  return page.InvitationPage;
});

export default function Invite({ params }: Route.ComponentProps) {
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  // The server does not have these texts.
  if (!isHydrated) return null;
  return (
    <Suspense fallback={null}>
      <InvitationPage id={params.id} />
    </Suspense>
  );
}
