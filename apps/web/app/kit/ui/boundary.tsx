import { Component, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { FailedState } from "./states.tsx";

interface Props {
  readonly children: ReactNode;
  /** A value that identifies the content. When it changes after an error, the children are rendered again. */
  readonly resetKey?: unknown;
  /** Content that is shown after an error. `retry` renders the children again. */
  readonly fallback: (retry: () => void) => ReactNode;
}
interface State {
  readonly failed: boolean;
  readonly resetKey: unknown;
}

/** Catches rendering errors of its children, so that all other parts of the page stay. React logs the error. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false, resetKey: this.props.resetKey };
  static getDerivedStateFromError = (): Partial<State> => ({ failed: true });
  static getDerivedStateFromProps({ resetKey }: Props, state: State): State | null {
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

/** Catches the errors of one list item and shows one line instead of it. */
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
