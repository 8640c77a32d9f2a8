import { useSyncExternalStore } from "react";

const renderCallbacks = new Set<() => void>();
function subscribeToMembers(render: () => void): () => void {
  renderCallbacks.add(render);
  return () => void renderCallbacks.delete(render);
}

/**
 * Returns whether the set contains `key`, and a function that adds `key` to the set or removes it. The function
 * re-renders all rows that use this `key`.
 */
export function useSetMembership(set: Set<string>, key: string) {
  const isKeyInSet = () => set.has(key);
  const isMember = useSyncExternalStore(subscribeToMembers, isKeyInSet, isKeyInSet);
  return [isMember, (isWanted: boolean) => addOrRemoveKey(set, key, isWanted)] as const;
}

function addOrRemoveKey(set: Set<string>, key: string, isWanted: boolean): void {
  if (isWanted) set.add(key);
  else set.delete(key);
  for (const render of renderCallbacks) render();
}
