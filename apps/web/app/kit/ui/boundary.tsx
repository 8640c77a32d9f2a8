import { Component, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { FailedState } from "./states.tsx";

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /**
   * A value that identifies the children, such as a page's address. When it changes after an error, the children are
   * rendered again.
   */
  readonly resetKey?: unknown;
  /** The content after an error. `retry` renders the children again. */
  readonly fallback: (retry: () => void) => ReactNode;
}
interface ErrorBoundaryState {
  readonly failed: boolean;
  readonly resetKey: unknown;
}

/** Catches rendering errors of its children. The rest of the page stays. React logs the error. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false, resetKey: this.props.resetKey };
  static getDerivedStateFromError = (): Partial<ErrorBoundaryState> => ({ failed: true });
  static getDerivedStateFromProps(
    { resetKey }: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): ErrorBoundaryState | null {
    return resetKey === state.resetKey ? null : { failed: false, resetKey };
  }
  readonly #retry = () => this.setState({ failed: false });
  override render(): ReactNode {
    return this.state.failed ? this.props.fallback(this.#retry) : this.props.children;
  }
}

/** Catches rendering errors of a pane and shows a retry button in it. All other panes stay. */
export function PaneErrorBoundary({ children, resetKey }: Pick<ErrorBoundaryProps, "children" | "resetKey">) {
  return (
    <ErrorBoundary resetKey={resetKey} fallback={(retry) => <FailedState error={null} retry={retry} />}>
      {children}
    </ErrorBoundary>
  );
}

/** Catches rendering errors of a list item and shows one line instead. */
export function ItemErrorBoundary({ children, resetKey }: Pick<ErrorBoundaryProps, "children" | "resetKey">) {
  return (
    <ErrorBoundary resetKey={resetKey} fallback={() => <ItemErrorLine />}>
      {children}
    </ErrorBoundary>
  );
}

function ItemErrorLine() {
  const { t } = useTranslation();
  return <p>{t("notShown")}</p>;
}
