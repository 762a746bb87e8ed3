/** The dot of a store's colour, which `ui/tokens.css` knows by its word. */
export function ColorDot({ color }: { color: string }) {
  return (
    <span
      aria-hidden
      className="inline-block size-2.5 shrink-0 rounded-full"
      style={{ backgroundColor: `var(--color-store-${color}, var(--color-store-gray))` }}
    />
  );
}
