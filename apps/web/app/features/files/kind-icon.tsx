import {
  IconFile,
  IconFileMusic,
  IconFileText,
  IconFileTypePdf,
  IconFileZip,
  IconMovie,
  IconPhoto,
} from "@tabler/icons-react";

/** The icon for a file of this media type. */
export function KindIcon({ type, size = 20 }: { type: string; size?: number }) {
  const props = { size, stroke: 1.6, "aria-hidden": true } as const;
  if (type.startsWith("image/")) return <IconPhoto {...props} />;
  if (type.startsWith("video/")) return <IconMovie {...props} />;
  if (type.startsWith("audio/")) return <IconFileMusic {...props} />;
  if (type === "application/pdf") return <IconFileTypePdf {...props} />;
  if (/zip|tar|compressed|rar|gzip/.test(type)) return <IconFileZip {...props} />;
  return type.startsWith("text/") ? <IconFileText {...props} /> : <IconFile {...props} />;
}
