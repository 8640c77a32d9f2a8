import { Suspense } from "react";
import { loadTexts } from "../../i18n/browser.ts";
import { useStoreValue } from "../../kit/store.ts";
import { createLazyComponent, DialogLoadFailedToast } from "../../kit/ui/part.tsx";
import { useCloseOnNavigation } from "../../kit/use-close-on-navigation.ts";
import { shownPdfStore } from "./shown-pdf.ts";
import { shownPicturesStore } from "./shown-pictures.ts";

const PictureGallery = createLazyComponent(
  async () => (await import("./gallery.tsx")).PictureGallery,
  DialogLoadFailedToast,
);
const PdfViewer = createLazyComponent(async () => {
  const [{ PdfViewer }] = await Promise.all([import("./pdf-viewer.tsx"), loadTexts("pdf")]);
  return PdfViewer;
}, DialogLoadFailedToast);

const closeGallery = () => shownPicturesStore.set(null);
const closePdf = () => shownPdfStore.set(null);

/**
 * Shows the gallery and the PDF viewer. Render this component once. The code of both is loaded when a file is first
 * opened.
 */
export function FileLayers() {
  const pictures = useStoreValue(shownPicturesStore);
  const pdf = useStoreValue(shownPdfStore);
  useCloseOnNavigation(closeGallery);
  useCloseOnNavigation(closePdf);
  return (
    <>
      <Suspense fallback={null}>
        {pictures && <PictureGallery {...pictures} onClose={closeGallery} />}
      </Suspense>
      <Suspense fallback={null}>{pdf && <PdfViewer key={pdf.id} file={pdf} onClose={closePdf} />}</Suspense>
    </>
  );
}
