import { Suspense } from "react";
import { loadTexts } from "../../i18n/browser.ts";
import { createLazyComponent, EmptyLoadFailedFallback } from "../../kit/ui/part.tsx";

const InviteOffer = createLazyComponent(async () => {
  const [inviteModule] = await Promise.all([import("./invite-offer.tsx"), loadTexts("room")]);
  return inviteModule.InviteOffer;
}, EmptyLoadFailedFallback);
const NobodyFound = createLazyComponent(async () => {
  const [inviteModule] = await Promise.all([import("./invite-offer.tsx"), loadTexts("room")]);
  return inviteModule.NobodyFound;
}, EmptyLoadFailedFallback);

/**
 * Whether the text looks like a complete e-mail address. A rough check is enough, because the server checks the address
 * again.
 */
const isEmailAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(text);

/**
 * Shown when a search for people finds nobody. If the search text is a complete e-mail address, offers to invite that
 * address.
 */
export function NobodyFoundOrInvite({ search, groupId }: { search: string; groupId?: string | undefined }) {
  return (
    <Suspense fallback={null}>
      {isEmailAddress(search) ? (
        <InviteOffer key={search} email={search} groupId={groupId} />
      ) : (
        <NobodyFound />
      )}
    </Suspense>
  );
}
