import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../../test/hostile/any-text.ts";
import { repeats } from "../../test/processes/soak.ts";
import { cleanLine, cleanText, escapeEntities } from "./text.ts";

test.each([
  ["Risk &amp; Riches Playtest", "Risk & Riches Playtest"],
  ["AT&T &copy all, &#x1F534; &quot;x&quot;", 'AT&T &copy all, 🔴 "x"'],
  ["&amp;amp;", "&amp;"],
  ["Disciples II: Rise of the Elves ", "Disciples II: Rise of the Elves"],
  ["Deus\u00a0Ex:  Mankind\tDivided\r\n", "Deus Ex: Mankind Divided"],
  ["N\u0000i\u001bo\u0085h", "Nioh"],
  ["Poke\u0301mon", "Pokémon"],
  ["Cafe\u0007\u0301", "Café"],
  ["IRMÃO Grande & Brasileiro 2", "IRMÃO Grande & Brasileiro 2"],
  ["GUN™", "GUN™"],
  ["Major\\Minor", "Major\\Minor"],
  ["---Red---Tether-->", "---Red---Tether-->"],
  ["\ud800x", "\ufffdx"],
])("the line %j becomes %j", (raw, clean) => expect(cleanLine(raw)).toBe(clean));

test("a text keeps its paragraphs", () => {
  expect(cleanText("  One.\r\nTwo \u0000 &amp; three.\n\n\n \nFour.\u00a0\n")).toBe("One.\nTwo & three.\n\nFour.");
});

const entityLike = fc.array(
  fc.constantFrom(
    "&",
    "amp;",
    "lt;",
    "#38;",
    "#0;",
    "nbsp;",
    ";",
    " ",
    "\u00a0",
    "\n",
    "\r",
    "\u0001",
    "e",
    "\u0301",
    "\ud83d",
    "é",
  ),
);

test("clean text is unchanged by an escape and another cleaning", () => {
  for (const clean of [cleanLine, cleanText]) {
    fc.assert(
      fc.property(
        fc.oneof(
          entityLike.map((parts) => parts.join("")),
          anyText(),
        ),
        (raw) => {
          const once = clean(raw);
          expect(clean(escapeEntities(once))).toBe(once);
        },
      ),
      { numRuns: repeats(100, 2_000) },
    );
  }
});
