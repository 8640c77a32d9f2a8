import { Component, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { FailedState } from "./states.tsx";

interface Props {
  readonly children: ReactNode;
  /**
   * A value that identifies what is rendered. When it changes after an error, the children are rendered again.
   */
  readonly of?: unknown;
  /** Shown after an error. `retry` renders the children again. */
  readonly fallback: (retry: () => void) => ReactNode;
}
interface State {
  readonly failed: boolean;
  readonly of: unknown;
}

/** Catches rendering errors, so that the rest of the page stays. React logs the error. */
export class Boundary extends Component<Props, State> {
  override state: State = { failed: false, of: this.props.of };
  static getDerivedStateFromError = (): Partial<State> => ({ failed: true });
  static getDerivedStateFromProps({ of }: Props, state: State): State | null {
    return of === state.of ? null : { failed: false, of };
  }
  readonly #retry = () => this.setState({ failed: false });
  override render(): ReactNode {
    return this.state.failed ? this.props.fallback(this.#retry) : this.props.children;
  }
}

/** Catches the errors of a pane. The other panes stay, and this one offers a retry. */
export function PaneBoundary({ children, of }: Pick<Props, "children" | "of">) {
  return (
    <Boundary of={of} fallback={(retry) => <FailedState error={null} retry={retry} />}>
      {children}
    </Boundary>
  );
}

/** Catches the errors of one list item and shows one line instead of it. */
export function ItemBoundary({ children, of }: Pick<Props, "children" | "of">) {
  return (
    <Boundary of={of} fallback={() => <NotShown />}>
      {children}
    </Boundary>
  );
}

function NotShown() {
  const { t } = useTranslation();
  return <p>{t("notShown")}</p>;
}
