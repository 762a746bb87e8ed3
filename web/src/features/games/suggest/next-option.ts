/**
 * The option that a key moves to from the current one, -1 being the text itself; `null` if the key is the text's. Moves
 * wrap around by way of the text.
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
