/**
 * The option that a key moves to from the current one, -1 being the text field; `null` for keys of the text field.
 * Moves wrap around through the text field.
 */
export function nextOption(key: string, current: number, count: number): number | null {
  switch (key) {
    case "ArrowDown":
      return current + 1 >= count ? -1 : current + 1;
    case "ArrowUp":
      return current < 0 ? count - 1 : current - 1;
    case "Home":
      return current < 0 ? null : 0;
    case "End":
      return current < 0 ? null : count - 1;
    default:
      return null;
  }
}
