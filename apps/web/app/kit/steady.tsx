import { type ComponentProps, createContext, type MouseEvent, type ReactNode, use } from "react";
import { type NavigateFunction, useNavigate } from "react-router";

const SteadyContext = createContext<NavigateFunction | null>(null);

/** Provides the context for `SteadyLink` and `useSteadyNavigate`. */
export function SteadyLinks({ children }: { children: ReactNode }) {
  // `useNavigate` returns a new function at each navigation. Only this component re-renders for it.
  return <SteadyContext value={useNavigate()}>{children}</SteadyContext>;
}

/** Like `useNavigate`, but the function never changes. */
export function useSteadyNavigate(): NavigateFunction {
  const navigate = use(SteadyContext);
  if (!navigate) throw new Error("It has to stand in SteadyLinks");
  return navigate;
}

interface Props extends Omit<ComponentProps<"a">, "href"> {
  to: string;
  /** Whether the link leads to the page that is open. */
  current?: boolean | undefined;
}

/**
 * A link that does not re-render at each navigation. React Router's links do, and in a list of fifty that takes longer
 * than the page itself.
 */
export function SteadyLink({ to, current, ...props }: Props) {
  const navigate = useSteadyNavigate();
  function navigateByRouter(event: MouseEvent<HTMLAnchorElement>): void {
    const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
    if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
    event.preventDefault();
    void navigate(to, { replace: current ?? false });
  }
  return <a {...props} href={to} aria-current={current ? "page" : undefined} onClick={navigateByRouter} />;
}
