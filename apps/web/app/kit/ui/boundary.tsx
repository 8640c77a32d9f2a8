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

/** Catches rendering errors, so that the rest of the page stays. React logs the error. */
export class Boundary extends Component<Props, State> {
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

/** Catches the errors of a pane. The other panes stay, and this one offers a retry. */
export function PaneBoundary({ children, resetKey }: Pick<Props, "children" | "resetKey">) {
  return (
    <Boundary resetKey={resetKey} fallback={(retry) => <FailedState error={null} retry={retry} />}>
      {children}
    </Boundary>
  );
}

/** Catches the errors of one list item and shows one line instead of it. */
export function ItemBoundary({ children, resetKey }: Pick<Props, "children" | "resetKey">) {
  return (
    <Boundary resetKey={resetKey} fallback={() => <ItemErrorLine />}>
      {children}
    </Boundary>
  );
}

function ItemErrorLine() {
  const { t } = useTranslation();
  return <p>{t("notShown")}</p>;
}
