/**
 * Moves the focus from a button in a list row to the same button of the next row, or of the previous one if there is no
 * next. Call this function before the row is removed, while its neighbours are known. In a list with a single row, the
 * focus stays.
 */
export function focusNeighbourRow(button: HTMLButtonElement): void {
  const row = button.closest("li, tr");
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  if (!row || !neighbour) return;
  const index = [...row.querySelectorAll("button")].indexOf(button);
  const buttons = [...neighbour.querySelectorAll("button")];
  (buttons[index] ?? buttons[0])?.focus({ preventScroll: true });
}
