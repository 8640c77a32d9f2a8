import { Component, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { FailedState } from "./states.tsx";

interface Props {
  readonly children: ReactNode;
  /** What is drawn. Where drawing it failed, it is tried again with the next one. */
  readonly of?: unknown;
  /** What stands there instead; `retry` draws the children again. */
  readonly fallback: (retry: () => void) => ReactNode;
}
interface State {
  readonly failed: boolean;
  readonly of: unknown;
}

/** Keeps what cannot be drawn from taking the page around it away. React writes the error to the console. */
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

/** Around a pane: the others stay, and this one can be tried again. */
export function PaneBoundary({ children, of }: Pick<Props, "children" | "of">) {
  return (
    <Boundary of={of} fallback={(retry) => <FailedState error={null} retry={retry} />}>
      {children}
    </Boundary>
  );
}

/** Around one item of a list: a line in its place. */
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
