import { expect, test } from "vitest";
import { gameEndpoints } from "./api.ts";

test("a field that is named again and again counts once, however long the address", () => {
  const { fields } = gameEndpoints.listGames.query.parse({ fields: `title,${"id,".repeat(4_000)}title` });
  expect(fields).toEqual(["title", "id"]);
});
