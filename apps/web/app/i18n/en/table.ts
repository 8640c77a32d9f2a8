/**
 * The texts of tables (`kit/table`) and sortable lists (`kit/sortable.tsx`). A page with a table or such a list loads
 * these texts.
 */
export default {
  fromDay: "From day",
  toDay: "To day",
  all: "All",
  csv: "Export CSV",
  empty: "Nothing here yet",
  emptyText: "New entries appear here.",
  none: "Nothing found",
  noneText: "Try other words or filters.",
  previous: "Previous",
  next: "Next",
  page: "{{from}}–{{to}} of {{total}}",
  open: "Open",
  drag: "Move: {{name}}",
  dragHint: "Press the up or down arrow key to move this entry.",
  moved: "{{name}}: {{position}} of {{total}}",
} as const;
