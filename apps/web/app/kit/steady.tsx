import { type ComponentProps, createContext, type MouseEvent, type ReactNode, use } from "react";
import { type NavigateFunction, useNavigate } from "react-router";

const SteadyContext = createContext<NavigateFunction | null>(null);

/** Gives what is below `SteadyLink` and `useSteadyNavigate`. */
export function SteadyLinks({ children }: { children: ReactNode }) {
  // The same function at each navigation; only its hook answers to all of them.
  return <SteadyContext value={useNavigate()}>{children}</SteadyContext>;
}

/** Navigates, and is the same at each navigation. */
export function useSteadyNavigate(): NavigateFunction {
  const navigate = use(SteadyContext);
  if (!navigate) throw new Error("It has to stand in SteadyLinks");
  return navigate;
}

interface Props extends Omit<ComponentProps<"a">, "href"> {
  to: string;
  /** Leads to what is open. */
  current?: boolean | undefined;
}

/**
 * A link for what stays while the page beside it changes. React Router's own follow the address: each of them is drawn
 * again at each navigation, and a list of fifty then takes longer than the page.
 */
export function SteadyLink({ to, current, ...props }: Props) {
  const navigate = useSteadyNavigate();
  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
    if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
    event.preventDefault();
    void navigate(to, { replace: current ?? false });
  }
  return <a {...props} href={to} aria-current={current ? "page" : undefined} onClick={follow} />;
}
