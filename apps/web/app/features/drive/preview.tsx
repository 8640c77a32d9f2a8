import type { DriveEntry } from "@kakehashi/contract/drive";
import { createFilePath } from "@kakehashi/contract/files";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { getTokenYoungerThan } from "../../kit/api.ts";
import { parseErrorResponse } from "../../kit/api-error.ts";
import { ButtonLink } from "../../kit/ui/button-link.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { FileTypeIcon } from "../files/file-type-icon.tsx";
import { formatFileSize } from "../files/size.ts";
import { HighlightedCode } from "../messages/door.ts";
import styles from "./dialogs.module.css";
import { highlightLanguageOfFile, isTextType } from "./open-file.ts";

/** A preview shows at most this many bytes of a text file. */
const maximumShownBytes = 256 * 1024;
/** Code with more characters than this is shown without syntax colours. */
const maxColouredCharacters = 64 * 1024;
/** Before a file is requested, an access token older than this many milliseconds is renewed. */
const maxTokenAgeMs = 60_000;

async function readText(id: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(createFilePath(id), {
    headers: {
      authorization: `Bearer ${await getTokenYoungerThan(maxTokenAgeMs)}`,
      range: `bytes=0-${maximumShownBytes - 1}`,
    },
    signal,
  });
  if (!response.ok) throw await parseErrorResponse(response);
  // The text is cut at a byte limit, so its last character may be incomplete. With `stream`, the decoder leaves out an
  // incomplete last character.
  return new TextDecoder().decode(await response.arrayBuffer(), { stream: true });
}

/** Shows the preview of a file: plays video and audio, shows text and code. For any other file, shows the size. */
export function EntryPreview({ entry, onClose }: { entry: DriveEntry; onClose: () => void }) {
  const { t, i18n } = useTranslation(["drive", "files"]);
  const { file } = entry;
  if (!file) return null;
  return (
    <Dialog opened onClose={onClose} title={entry.name} widthPx={880}>
      <div className={styles.preview}>
        <PreviewContent entry={entry} />
        <div className={styles.foot}>
          <p className={styles.note}>{formatFileSize(file.size, i18n.language)}</p>
          <ButtonLink target={{ download: createFilePath(entry.id, "download") }}>{t("download")}</ButtonLink>
        </div>
      </div>
    </Dialog>
  );
}

function PreviewContent({ entry }: { entry: DriveEntry }) {
  const { t } = useTranslation("drive");
  const [isUnplayable, setIsUnplayable] = useState(false);
  const { file, id, name } = entry;
  const playerProps = {
    src: createFilePath(id),
    controls: true,
    preload: "metadata",
    "aria-label": name,
    onError: () => setIsUnplayable(true),
  } as const;
  const isPlayable = file?.category === "video" || file?.category === "audio";
  if (isPlayable && !isUnplayable)
    return file.category === "video" ? (
      <video className={styles.video} {...playerProps} />
    ) : (
      <audio className={styles.audio} {...playerProps} />
    );
  if (file && isTextType(file.type)) return <TextPreview entry={entry} />;
  return (
    <div className={styles.nothing}>
      <FileTypeIcon type={file?.type ?? ""} size={48} />
      <p role={isUnplayable ? "alert" : undefined}>{t(isUnplayable ? "cannotPlay" : "noPreview")}</p>
    </div>
  );
}

function TextPreview({ entry: { id, name, file } }: { entry: DriveEntry }) {
  const { t } = useTranslation("drive");
  const query = useQuery({
    queryKey: ["drive-text", id],
    queryFn: ({ signal }) => readText(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const language = highlightLanguageOfFile(name);
  return (
    <LoadedContent query={query} rows={4}>
      {(text) => (
        <>
          {/* The text can be scrolled by keyboard only while it has the focus. */}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard */}
          <pre className={styles.text} tabIndex={0}>
            {language !== "" && text.length <= maxColouredCharacters ? (
              <HighlightedCode text={text} fenceText={language} />
            ) : (
              text
            )}
          </pre>
          {(file?.size ?? 0) > maximumShownBytes && <p className={styles.note}>{t("onlyBeginning")}</p>}
        </>
      )}
    </LoadedContent>
  );
}
