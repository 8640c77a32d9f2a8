import { Component, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { FailedState } from "./states.tsx";

interface Props {
  readonly children: ReactNode;
  /**
   * A value that identifies the content, such as a page's address. If this value changes after an error, the children
   * are rendered again.
   */
  readonly resetKey?: unknown;
  /** Content that is shown after an error. `retry` renders the children again. */
  readonly fallback: (retry: () => void) => ReactNode;
}
interface ErrorBoundaryState {
  readonly failed: boolean;
  readonly resetKey: unknown;
}

/** Catches rendering errors of its children, so that all other parts of the page stay. React logs the error. */
export class ErrorBoundary extends Component<Props, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false, resetKey: this.props.resetKey };
  static getDerivedStateFromError = (): Partial<ErrorBoundaryState> => ({ failed: true });
  static getDerivedStateFromProps({ resetKey }: Props, state: ErrorBoundaryState): ErrorBoundaryState | null {
    return resetKey === state.resetKey ? null : { failed: false, resetKey };
  }
  readonly #retry = () => this.setState({ failed: false });
  override render(): ReactNode {
    return this.state.failed ? this.props.fallback(this.#retry) : this.props.children;
  }
}

/** Catches the errors of a pane. All other panes stay, and the failed pane offers a retry. */
export function PaneErrorBoundary({ children, resetKey }: Pick<Props, "children" | "resetKey">) {
  return (
    <ErrorBoundary resetKey={resetKey} fallback={(retry) => <FailedState error={null} retry={retry} />}>
      {children}
    </ErrorBoundary>
  );
}

/** Catches the rendering errors of one list item, and shows one line in its place. */
export function ItemErrorBoundary({ children, resetKey }: Pick<Props, "children" | "resetKey">) {
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
