import { expect, test } from "vitest";
import { markMatches } from "./marked-text.tsx";

/** The name with its matches in brackets. */
const marked = (name: string, search: string) =>
  markMatches(name, search)
    .map(({ part, isMatch }) => (isMatch ? `[${part}]` : part))
    .join("");

test.each([
  ["Portal 2", "port", "[Port]al 2"],
  ["Portal 2", "2 PORTAL", "[Portal] [2]"],
  ["Pokémon Café", "pokemon cafe", "[Pokémon] [Café]"],
  ["Straße", "ss", "Straße"],
  ["aXa", "a", "[a]X[a]"],
  ["ababa", "aba", "[ababa]"],
  ["Doom", "", "Doom"],
  ["Doom", "quake", "Doom"],
  ["The Witness", "ew", "The Witness"],
])("in %s the search %s marks %s", (name, search, expected) => expect(marked(name, search)).toBe(expected));
