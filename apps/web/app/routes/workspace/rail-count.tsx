import { Suspense } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { CountBadge } from "../../kit/ui/badge.tsx";
import { type NavigationEntry, navigationNamespaces } from "./rail-entries.tsx";

/** The number of new things for an entry of the navigation. */
export function NavigationEntryBadge({ entry }: { entry: NavigationEntry }) {
  const { useCount, CountComponent } = entry;
  if (CountComponent)
    return (
      <Suspense fallback={null}>
        <CountComponent />
      </Suspense>
    );
  return useCount ? <NavigationEntryCount entry={entry} /> : null;
}

const useZeroCount = () => 0;

function NavigationEntryCount({
  entry: { useCount = useZeroCount, countLabel },
}: {
  entry: NavigationEntry;
}) {
  const { t } = useTranslation(navigationNamespaces);
  const count = useCount();
  return <CountBadge value={count} label={countLabel?.(t, count) ?? ""} />;
}
