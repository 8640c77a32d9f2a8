/** Whether the reader has switched on the browser's data saver. False in browsers that do not report it. */
export function isDataSaverOn(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
}
