import automation from "./art/automation.svg?raw";
import booking from "./art/booking.svg?raw";
import cloud from "./art/cloud.svg?raw";
import consulting from "./art/consulting.svg?raw";
import bridge from "./art/cover-bridge.svg?raw";
import brief from "./art/cover-brief.svg?raw";
import clock from "./art/cover-clock.svg?raw";
import estimate from "./art/cover-estimate.svg?raw";
import glossary from "./art/cover-glossary.svg?raw";
import review from "./art/cover-review.svg?raw";
import jobs from "./art/jobs.svg?raw";
import outsourcing from "./art/outsourcing.svg?raw";
import tracker from "./art/tracker.svg?raw";
import transformation from "./art/transformation.svg?raw";
import { generateCover } from "./drawn-cover.ts";

const svgByDrawingName = {
  outsourcing,
  consulting,
  cloud,
  transformation,
  automation,
  tracker,
  booking,
  jobs,
} as const;
export type DrawingName = keyof typeof svgByDrawingName;

const coverDrawings: Readonly<Record<string, string>> = { bridge, brief, clock, estimate, glossary, review };

/** A drawing as inline SVG, so that the drawing uses the colours of the page. */
export function DrawingArt({ name, className }: { name: DrawingName; className?: string | undefined }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of ours, read at build time
  return <div className={className} dangerouslySetInnerHTML={{ __html: svgByDrawingName[name] }} />;
}

/** The drawing above a blog post: the drawing that the author chose, or a generated one. */
export function PostCover({
  post: { cover, slug, topic },
  className,
}: {
  post: { readonly cover: string; readonly slug: string; readonly topic: string };
  className?: string | undefined;
}) {
  const coverSvg = coverDrawings[cover] ?? generateCover(slug, topic);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of ours, or numbers in one
  return <div className={className} dangerouslySetInnerHTML={{ __html: coverSvg }} />;
}
