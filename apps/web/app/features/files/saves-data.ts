/** Whether the reader has asked the browser to save data. Not every browser tells. */
export function wantsToSaveData(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
}
