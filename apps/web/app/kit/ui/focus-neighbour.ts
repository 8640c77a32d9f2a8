/**
 * Moves the focus from a button of a list's row to the same button of the next row, or else of the previous row. Call
 * it before the row is removed, because its neighbours are unknown afterwards. If the list has no other row, the focus
 * stays.
 */
export function focusNeighbourRow(button: HTMLButtonElement): void {
  const row = button.closest("li, tr");
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  if (!row || !neighbour) return;
  const index = [...row.querySelectorAll("button")].indexOf(button);
  const buttons = [...neighbour.querySelectorAll("button")];
  (buttons[index] ?? buttons[0])?.focus({ preventScroll: true });
}
