/** Tables of the tab, with rows of 40 pixels. */
export const tableStyle = {
  box: "overflow-x-auto rounded-lg border border-border bg-raised",
  table: "w-full text-left text-sm",
  head: "border-b border-border text-muted [&_th]:h-10 [&_th]:px-3 [&_th]:font-medium [&_th]:whitespace-nowrap",
  body: "divide-y divide-border",
  row: "h-10 hover:bg-sunken/50 [&>td]:px-3",
} as const;
