import { useSyncExternalStore } from "react";

const renderers = new Set<() => void>();
function onChange(render: () => void): () => void {
  renderers.add(render);
  return () => void renderers.delete(render);
}

/** Whether `key` is in one of these sets, and a function that adds or removes it and renders its rows again. */
export function useMembership(set: Set<string>, key: string) {
  const read = () => set.has(key);
  const isMember = useSyncExternalStore(onChange, read, read);
  return [isMember, (isWanted: boolean) => setMembership(set, key, isWanted)] as const;
}

function setMembership(set: Set<string>, key: string, isWanted: boolean): void {
  if (isWanted) set.add(key);
  else set.delete(key);
  for (const render of renderers) render();
}
