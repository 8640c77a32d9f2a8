import { useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { cropImageToSquare, visibleSquareOf } from "./crop.ts";
import styles from "./profile.module.css";

/** The size of the square on the screen, in pixels. */
const shownSquarePx = 256;
const arrowKeySteps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface CropperProps {
  image: HTMLImageElement;
  outputSidePx: number;
  busy: boolean;
  onCropped: (picture: Blob) => void;
  close: () => void;
}

/** A picture of which the person chooses a square, by dragging or with the arrow keys. */
export function PictureCropper({ image, outputSidePx: pixels, busy, onCropped, close }: CropperProps) {
  const { t } = useTranslation(["profiles", "profileForm", "common"]);
  const size = { width: image.naturalWidth, height: image.naturalHeight };
  const [zoom, setZoom] = useState(1);
  const [squareCentre, setSquareCentre] = useState({ x: size.width / 2, y: size.height / 2 });
  const square = visibleSquareOf(size, zoom, squareCentre);
  const scale = shownSquarePx / square.sidePx;
  /**
   * Moves the visible square by this many pixels. The square always lies inside the picture, so dragging beyond an edge
   * has no effect.
   */
  const moveSquare = (x: number, y: number) =>
    setSquareCentre({ x: square.x + square.sidePx / 2 + x, y: square.y + square.sidePx / 2 + y });
  return (
    <Dialog opened onClose={close} title={t("profileForm:cropTitle")} widthPx={320}>
      {/* biome-ignore lint/a11y/useSemanticElements: what is dragged here is no button and no field */}
      <div
        className={styles.crop}
        role="group"
        aria-label={t("profileForm:cropArea")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the picture
        tabIndex={0}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={(event) => {
          if (event.buttons & 1) moveSquare(-event.movementX / scale, -event.movementY / scale);
        }}
        onKeyDown={(event) => {
          const keyStep = arrowKeySteps[event.key];
          if (!keyStep) return;
          event.preventDefault();
          moveSquare((keyStep[0] * square.sidePx) / 20, (keyStep[1] * square.sidePx) / 20);
        }}
      >
        <img
          src={image.src}
          alt=""
          draggable={false}
          style={{
            width: size.width * scale,
            transform: `translate(${-square.x * scale}px, ${-square.y * scale}px)`,
          }}
        />
      </div>
      <label className={styles.zoom}>
        {t("profileForm:zoom")}
        <input
          type="range"
          min={1}
          max={4}
          step={0.05}
          value={zoom}
          onChange={({ currentTarget }) => setZoom(Number(currentTarget.value))}
        />
      </label>
      <div className={styles.actions}>
        <Button onClick={close}>{t("common:cancel")}</Button>
        <Button
          kind="primary"
          loading={busy}
          onClick={async () => onCropped(await cropImageToSquare(image, square, pixels))}
        >
          {t("profileForm:usePicture")}
        </Button>
      </div>
    </Dialog>
  );
}
