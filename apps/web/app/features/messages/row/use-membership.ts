import { useSyncExternalStore } from "react";

const renderers = new Set<() => void>();
function subscribe(render: () => void): () => void {
  renderers.add(render);
  return () => void renderers.delete(render);
}

/**
 * Returns whether the set contains `key`, and a function that adds or removes `key`. The function renders all rows
 * again that use `key`.
 */
export function useMembership(set: Set<string>, key: string) {
  const readMembership = () => set.has(key);
  const isMember = useSyncExternalStore(subscribe, readMembership, readMembership);
  return [isMember, (isWanted: boolean) => setMembership(set, key, isWanted)] as const;
}

function setMembership(set: Set<string>, key: string, isWanted: boolean): void {
  if (isWanted) set.add(key);
  else set.delete(key);
  for (const render of renderers) render();
}
