/** The look of a box for text in the panel. */
export const fieldStyle =
  "w-full rounded-md border border-border-strong/60 bg-raised px-2.5 py-1.5 text-base " +
  "placeholder:text-muted hover:border-border-strong disabled:opacity-60 " +
  "aria-invalid:border-danger";
