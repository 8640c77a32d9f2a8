import { use } from "react";
import { PageVisitReactContext } from "../../kit/visit.ts";
import styles from "./shot.module.css";
import { useSite } from "./use-site.ts";

/** The addresses of the screenshots. `npm run shots -- product` creates them. */
const screenshotFiles = import.meta.glob<string>("./shots/*.avif", {
  eager: true,
  query: "?url",
  import: "default",
});

/** The size of each screenshot in pixels. */
const screenshotSizes = { room: [1512, 1050], phone: [585, 1140] } as const;

/**
 * A screenshot of the product in the page's language and colours. `isFirstOnPage` means that the screenshot is visible
 * without scrolling, so the browser loads it first.
 */
export function SiteScreenshot({
  name,
  isFirstOnPage = false,
}: {
  name: keyof typeof screenshotSizes;
  isFirstOnPage?: boolean;
}) {
  const { texts, language } = useSite();
  const theme = use(PageVisitReactContext)?.theme ?? null;
  const [width, height] = screenshotSizes[name];
  const file = (colourScheme: "light" | "dark") =>
    screenshotFiles[`./shots/${name}-${colourScheme}-${language}.avif`];
  return (
    <figure className={styles[name]}>
      <picture>
        {theme === null && <source media="(prefers-color-scheme: dark)" srcSet={file("dark")} />}
        <img
          src={file(theme ?? "light")}
          alt={texts.home.shots[name]}
          width={width}
          height={height}
          decoding="async"
          {...(isFirstOnPage ? { fetchPriority: "high" as const } : { loading: "lazy" as const })}
        />
      </picture>
      {isFirstOnPage && <figcaption>{texts.home.shots.note}</figcaption>}
    </figure>
  );
}
