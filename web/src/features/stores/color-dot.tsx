/** A dot in a store's colour, which `ui/tokens.css` defines by its name. */
export function ColorDot({ color }: { color: string }) {
  return (
    <span
      aria-hidden
      className="inline-block size-2.5 shrink-0 rounded-full"
      style={{ backgroundColor: `var(--color-store-${color}, var(--color-store-gray))` }}
    />
  );
}
