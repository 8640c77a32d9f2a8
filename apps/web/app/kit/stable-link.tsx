import { type ComponentProps, createContext, type MouseEvent, type ReactNode, use } from "react";
import { type NavigateFunction, useNavigate } from "react-router";

const NavigateContext = createContext<NavigateFunction | null>(null);

/** Provides the context that `StableLink` and `useStableNavigate` read. Wrap all pages in it. */
export function StableNavigateProvider({ children }: { children: ReactNode }) {
  // `useNavigate` returns a new function at each navigation. So this component re-renders each time, but the links
  // below it do not.
  return <NavigateContext value={useNavigate()}>{children}</NavigateContext>;
}

/** Like `useNavigate`, but it always returns the same function. */
export function useStableNavigate(): NavigateFunction {
  const navigate = use(NavigateContext);
  if (!navigate) throw new Error("useStableNavigate needs a StableNavigateProvider around it");
  return navigate;
}

interface StableLinkProps extends Omit<ComponentProps<"a">, "href"> {
  to: string;
  /** Whether the link leads to the open page. */
  current?: boolean | undefined;
}

/**
 * A link that does not re-render at each navigation. With fifty links of React Router, rendering them takes longer than
 * rendering the page itself.
 */
export function StableLink({ to, current, ...props }: StableLinkProps) {
  const navigate = useStableNavigate();
  function navigateByRouter(event: MouseEvent<HTMLAnchorElement>): void {
    const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
    if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
    event.preventDefault();
    void navigate(to, { replace: current ?? false });
  }
  return <a {...props} href={to} aria-current={current ? "page" : undefined} onClick={navigateByRouter} />;
}
