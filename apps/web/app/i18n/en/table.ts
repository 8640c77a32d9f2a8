/** The texts of `kit/table`. Each page with a table loads them. */
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
} as const;
