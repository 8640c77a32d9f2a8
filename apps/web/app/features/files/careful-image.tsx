import { type ComponentPropsWithRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { freshToken } from "../../kit/api.ts";

/** Milliseconds that a token may be old when a picture is asked for again. */
const maxTokenAgeMs = 60_000;

type Props = ComponentPropsWithRef<"img"> & { src: string; alt: string };

/**
 * A picture that needs the reader's session. A page that lay still for long holds a cookie that has run out, and no
 * call renews it for a picture: so the first failure renews the session and asks once more.
 */
export function AuthorizedImage({ src, alt, ...rest }: Props) {
  const { t } = useTranslation("files");
  const [tries, setTries] = useState(0);
  async function failed(): Promise<void> {
    if (tries > 0) return setTries(2);
    await freshToken(maxTokenAgeMs).catch(() => undefined);
    setTries(1);
  }
  return (
    <img
      {...rest}
      // Another key is another request, for the same address.
      key={tries}
      src={src}
      alt={tries === 2 ? `${alt}: ${t("unavailable")}` : alt}
      onError={tries === 2 ? undefined : failed}
    />
  );
}
