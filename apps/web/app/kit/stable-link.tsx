import { type ComponentProps, createContext, type MouseEvent, type ReactNode, use } from "react";
import { type NavigateFunction, useNavigate } from "react-router";

const NavigateContext = createContext<NavigateFunction | null>(null);

/** Provides the context that `StableLink` and `useStableNavigate` read. Wrap all pages in it. */
export function StableNavigateProvider({ children }: { children: ReactNode }) {
  // `useNavigate` returns a new function at each navigation, so this component renders again each time. The links do
  // not.
  return <NavigateContext value={useNavigate()}>{children}</NavigateContext>;
}

/** Like `useNavigate`, but it always returns the same function. */
export function useStableNavigate(): NavigateFunction {
  const navigate = use(NavigateContext);
  if (!navigate) throw new Error("useStableNavigate needs a StableNavigateProvider around it");
  return navigate;
}

interface Props extends Omit<ComponentProps<"a">, "href"> {
  to: string;
  /** Whether the link leads to the page that is open. */
  current?: boolean | undefined;
}

/**
 * A link that does not render again at each navigation, unlike React Router's link. Fifty links of the router take
 * longer to render than the page itself.
 */
export function StableLink({ to, current, ...props }: Props) {
  const navigate = useStableNavigate();
  function navigateByRouter(event: MouseEvent<HTMLAnchorElement>): void {
    const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
    if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
    event.preventDefault();
    void navigate(to, { replace: current ?? false });
  }
  return <a {...props} href={to} aria-current={current ? "page" : undefined} onClick={navigateByRouter} />;
}
