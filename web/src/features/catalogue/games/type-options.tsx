import { typeNames } from "./game-form.ts";

/** The types of games, in a select. */
export function TypeOptions() {
  return Object.entries(typeNames).map(([type, name]) => (
    <option key={type} value={type}>
      {name}
    </option>
  ));
}
