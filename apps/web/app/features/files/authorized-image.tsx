import { type ComponentPropsWithRef, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { getTokenYoungerThan } from "../../kit/api.ts";

/**
 * If a picture fails to load and the access token is older than this many milliseconds, the session is renewed before
 * the next request.
 */
const maxTokenAgeMs = 60_000;

type AuthorizedImageProps = ComponentPropsWithRef<"img"> & { src: string; alt: string };

/**
 * A picture that only a signed-in person can load, because the request needs the session's cookie. On a page that was
 * idle for long, the cookie has expired. So after a failure, this component renews the session and requests the picture
 * once more.
 */
export function AuthorizedImage({ src, alt, ...otherProps }: AuthorizedImageProps) {
  const { t } = useTranslation("files");
  const [attemptNumber, setAttempt] = useState(0);
  async function retryWithFreshToken(): Promise<void> {
    if (attemptNumber > 0) return setAttempt(2);
    await getTokenYoungerThan(maxTokenAgeMs).catch(() => undefined);
    setAttempt(1);
  }
  return (
    <img
      {...otherProps}
      // A new `key` recreates the image element, so that the browser requests the same address again.
      key={attemptNumber}
      src={src}
      alt={attemptNumber === 2 ? `${alt}: ${t("unavailable")}` : alt}
      onError={attemptNumber === 2 ? undefined : retryWithFreshToken}
    />
  );
}
