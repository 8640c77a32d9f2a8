import type { ReactNode } from "react";
import { Button } from "../../kit/ui/button.tsx";

interface Props {
  loading: boolean;
  /** The button is disabled until React runs the page: before that, nothing can be sent. */
  isHydrated: boolean;
  children: ReactNode;
}

/** The submit button of an account form. It is as wide as the form. */
export function SubmitButton({ loading, isHydrated: hydrated, children }: Props) {
  return (
    <Button type="submit" kind="primary" size="md" fullWidth loading={loading} disabled={!hydrated}>
      {children}
    </Button>
  );
}
