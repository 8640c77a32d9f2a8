import { Suspense, useSyncExternalStore } from "react";
import { loadTexts } from "../../i18n/browser.ts";
import { MissingDialog, part } from "../../kit/ui/part.tsx";
import { useClosedElsewhere } from "../../kit/use-closed-elsewhere.ts";
import { shownPictures } from "./gallery-shown.ts";
import { shownPdf } from "./pdf-shown.ts";

const Gallery = part(async () => (await import("./gallery.tsx")).Gallery, MissingDialog);
const PdfViewer = part(async () => {
  const [{ PdfViewer }] = await Promise.all([import("./pdf-viewer.tsx"), loadTexts("pdf")]);
  return PdfViewer;
}, MissingDialog);

const closePictures = () => shownPictures.show(null);
const closePdf = () => shownPdf.show(null);

/** Where pictures and PDFs are shown large: once in the workspace. Their code comes with the first of them. */
export function FileLayers() {
  const pictures = useSyncExternalStore(shownPictures.follow, shownPictures.now);
  const pdf = useSyncExternalStore(shownPdf.follow, shownPdf.now);
  useClosedElsewhere(closePictures);
  useClosedElsewhere(closePdf);
  return (
    <>
      <Suspense fallback={null}>{pictures && <Gallery {...pictures} onClose={closePictures} />}</Suspense>
      <Suspense fallback={null}>{pdf && <PdfViewer key={pdf.id} file={pdf} onClose={closePdf} />}</Suspense>
    </>
  );
}
