import { type ReactNode, useRef } from "react";
import { useSubmitTypedEarly } from "../../kit/typed-early.ts";
import { Button } from "../../kit/ui/button.tsx";

interface Props {
  loading: boolean;
  /** The button is disabled until React runs the page: before that, nothing can be sent. */
  isHydrated: boolean;
  children: ReactNode;
}

/** The submit button of an account form. It is as wide as the form. */
export function SubmitButton({ loading, isHydrated, children }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  useSubmitTypedEarly(button, isHydrated);
  return (
    <Button
      ref={button}
      type="submit"
      kind="primary"
      size="md"
      fullWidth
      loading={loading}
      disabled={!isHydrated}
    >
      {children}
    </Button>
  );
}
