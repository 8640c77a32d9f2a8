declare module "subset-font" {
  interface Options {
    /** Keeps only the glyphs of the text. Null keeps all. */
    keepAllGlyphs?: boolean;
    noHinting?: boolean;
    targetFormat?: "sfnt" | "woff" | "woff2";
  }
  export default function subsetFont(
    font: Uint8Array,
    text: string | null,
    options?: Options,
  ): Promise<Uint8Array>;
}
