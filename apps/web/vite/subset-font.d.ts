declare module "subset-font" {
  interface Options {
    /** Null text keeps all glyphs. */
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
