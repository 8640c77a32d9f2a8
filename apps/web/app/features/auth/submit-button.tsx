import type { ReactNode } from "react";
import { Button } from "../../kit/ui/button.tsx";

interface Props {
  loading: boolean;
  /** Until React is there nothing can be sent. */
  hydrated: boolean;
  children: ReactNode;
}

/** The one button of an account's form, as wide as the form. */
export function SubmitButton({ loading, hydrated, children }: Props) {
  return (
    <Button type="submit" kind="primary" size="md" fullWidth loading={loading} disabled={!hydrated}>
      {children}
    </Button>
  );
}
