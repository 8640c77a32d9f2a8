import {
  IconFile,
  IconFileMusic,
  IconFileText,
  IconFileTypePdf,
  IconFileZip,
  IconMovie,
  IconPhoto,
} from "@tabler/icons-react";

export function FileTypeIcon({ type, size = 20 }: { type: string; size?: number }) {
  const iconProps = { size, stroke: 1.6, "aria-hidden": true } as const;
  if (type.startsWith("image/")) return <IconPhoto {...iconProps} />;
  if (type.startsWith("video/")) return <IconMovie {...iconProps} />;
  if (type.startsWith("audio/")) return <IconFileMusic {...iconProps} />;
  if (type === "application/pdf") return <IconFileTypePdf {...iconProps} />;
  if (/zip|tar|compressed|rar|gzip/.test(type)) return <IconFileZip {...iconProps} />;
  return type.startsWith("text/") ? <IconFileText {...iconProps} /> : <IconFile {...iconProps} />;
}
