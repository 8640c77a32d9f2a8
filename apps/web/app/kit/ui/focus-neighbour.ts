/**
 * Moves the focus from a button in a row of a list to the same button of the next row. Without a next row, the previous
 * row gets the focus. Call this function before the row is removed, because its neighbours are unknown afterwards. If
 * the list has no other row, the focus stays.
 */
export function focusSameButtonOfNeighbourRow(button: HTMLButtonElement): void {
  const row = button.closest("li, tr");
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  if (!row || !neighbour) return;
  const index = [...row.querySelectorAll("button")].indexOf(button);
  const buttons = [...neighbour.querySelectorAll("button")];
  (buttons[index] ?? buttons[0])?.focus({ preventScroll: true });
}
