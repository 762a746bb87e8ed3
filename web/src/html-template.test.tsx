import { createMemoryHistory, RouterContextProvider } from "@tanstack/react-router";
import { storeKeys } from "contract/stores.ts";
import fc from "fast-check";
import type { ComponentType, ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { TextsContext, textReader } from "./content-strings/texts.ts";
import { cardFace } from "./games/card-face.ts";
import type { CardGame } from "./games/card-fields.ts";
import { GameCard } from "./games/game-card.tsx";
import { type Face, useTemplate } from "./html-template.tsx";
import { getRouter } from "./router.ts";

/** React's renderer, which counts. */
const render = vi.fn(renderToString);

function renderPage(content: ReactNode, texts: Record<string, string> = {}): string {
  const call = () => Promise.reject(new Error("There is no API here"));
  const router = getRouter({ call, renderToString: render, history: createMemoryHistory() });
  return renderToString(
    <RouterContextProvider router={router}>
      <TextsContext value={{ texts, text: textReader(texts) }}>{content}</TextsContext>
    </RouterContextProvider>,
  );
}

function Filled<Props extends Face>({ by, faces }: { by: ComponentType<Props>; faces: Props[] }) {
  const fill = useTemplate(by);
  // biome-ignore lint/suspicious/noArrayIndexKey: they never move
  return faces.map((face, index) => <li key={index} {...fill(face)} />);
}

const filled = (faces: ReturnType<typeof cardFace>[]) => <Filled by={GameCard} faces={faces} />;
const ordinary = (faces: ReturnType<typeof cardFace>[]) =>
  faces.map((face, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they never move
    <li key={index}>
      <GameCard {...face} />
    </li>
  ));

const maybe = <Value,>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: null });
const text = fc.string({ unit: fc.constantFrom(..."<>&'\"aé龙 ,-7$") });
const price = maybe(fc.constantFrom(0, 4.49, 19.99, 60));
const game: fc.Arbitrary<CardGame> = fc.record({
  id: fc.nat(),
  title: text,
  genre: maybe(text),
  rating: maybe(fc.double({ min: 0, max: 10, noNaN: true })),
  tags: maybe(text),
  player_count: maybe(fc.nat()),
  metacritic_score: maybe(fc.nat(100)),
  steam_price: price,
  best_price: price,
  best_store: maybe(fc.constantFrom(...storeKeys)),
  savings_percentage: maybe(fc.constantFrom(0, 12.5, 75)),
  lowest_ever: fc.boolean(),
});
const face = fc
  .tuple(game, fc.constantFrom(2, 3), fc.boolean(), fc.constantFrom("late", "soon", "first"))
  .map(([game, level, free, load]) => cardFace(game, { level, free, load }));

test("cards by templates are what React makes of them", () => {
  fc.assert(
    fc.property(fc.array(face, { minLength: 1, maxLength: 8 }), (faces) => {
      expect(renderPage(filled(faces))).toBe(renderPage(ordinary(faces)));
    }),
    { numRuns: 100 },
  );
});

const doom: CardGame = { id: 1, title: "Doom", genre: "Action", rating: 9, best_price: 4.49, best_store: "gog" };
const place = { level: 2, free: false, load: "late" } as const;
const alike = [doom, { ...doom, id: 2, title: "Quake" }].map((game) => cardFace(game, place));

test("React renders cards that look alike once, until the texts change", () => {
  const texts = { "game.rating": "Stars" };
  render.mockClear();
  const first = renderPage(filled(alike), texts);
  expect(first).toContain("Quake");
  expect(first).toContain("Stars");
  expect(renderPage(filled(alike), texts)).toBe(first);
  expect(render).toHaveBeenCalledTimes(1);
  expect(renderPage(filled(alike), { "game.rating": "Points" })).toContain("Points");
  expect(render).toHaveBeenCalledTimes(2);
});

test("what is missing is not shown as a word of another", () => {
  const faces = [{ ...doom, rating: null }, doom, { ...doom, rating: 0 }].map((game) => cardFace(game, place));
  const html = renderPage(filled(faces));
  expect(html.match(/9\.0|0\.0|null|undefined|\d{13}/g)).toEqual(["9.0", "0.0"]);
});
