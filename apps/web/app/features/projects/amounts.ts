/** An amount as people type it: `1,200,000`, `1 200 000` or `1200.50`, in any width. NaN for anything else. */
export function amountIn(text: string): number {
  const figure = text.normalize("NFKC").replace(/[\s,]/g, "");
  return /^\d+(?:\.\d+)?$/.test(figure) ? Number(figure) : Number.NaN;
}
