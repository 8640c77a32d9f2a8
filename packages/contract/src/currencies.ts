/** Whether amounts in this currency have decimals: dollars do, yen do not. */
export function hasDecimals(currencyCode: string): boolean {
  const format = new Intl.NumberFormat("en", { style: "currency", currency: currencyCode });
  return format.resolvedOptions().maximumFractionDigits !== 0;
}
