/**
 * Moves the focus from a button of a list's row to the same button of the next row, or of the previous row if
 * there is no next one. Call it while the row still exists, because afterwards its neighbours are unknown.
 * Without another row, the focus stays.
 */
export function focusNeighbourRow(button: HTMLButtonElement): void {
  const row = button.closest("li, tr");
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  if (!row || !neighbour) return;
  const index = [...row.querySelectorAll("button")].indexOf(button);
  const buttons = [...neighbour.querySelectorAll("button")];
  (buttons[index] ?? buttons[0])?.focus({ preventScroll: true });
}
