import { z } from "zod";
import { gameId, plain, quoted, tool } from "./tool.ts";

/** Tools for administrators' keys. What they propose waits for a person in the panel. */

const language = z.string().min(2).max(35).describe("A language of the site, such as de or pt-BR");
const page = z.number().int().min(1).max(10_000).default(1);

/** A text of the site as it is, line breaks too, so that its translation can have the same. */
const wholeText = (text: string, max: number) => (text.length > max ? `${text.slice(0, max)}…` : text);
const maxText = 1_500;

const findUntranslated = tool({
  name: "find_untranslated",
  title: "Find texts to translate",
  description:
    "The site's English texts whose translation into a language is missing or outdated, without those that a " +
    "proposal waits for. Keep the names in braces. Propose one with propose_translation.",
  scope: "read:translations",
  input: {
    language,
    state: z
      .enum(["missing", "outdated"])
      .default("missing")
      .describe("missing: no translation; outdated: the English text has changed since"),
    search: z.string().max(100).optional(),
    page,
  },
  output: {
    total: z.number().int(),
    texts: z.array(
      z.object({
        key: z.string(),
        english: z.string(),
        source_version: z.number().int().describe("To be sent with the proposal"),
        translation: z.string().nullable().describe("The outdated one"),
        variables: z.array(z.string()).describe("Names in braces that the translation must contain"),
        optional_variables: z.array(z.string()).describe("Those that it may contain besides"),
      }),
    ),
  },
  async run({ language, state, search, page }, { call }) {
    const params = { language };
    const { translations, total } = await call("GET /api/admin/content/translations/{language}", {
      params,
      query: { state, search, page, limit: 20 },
    });
    const texts = translations
      .filter(({ proposal }) => proposal === null || proposal.stale)
      .map(({ key, source_value, source_version, value, variables, optional_variables }) => ({
        key,
        english: wholeText(source_value, maxText),
        source_version,
        translation: value === null ? null : wholeText(value, maxText),
        variables,
        optional_variables,
      }));
    return {
      data: { total, texts },
      lines: [`${total} ${state} texts`, ...texts.slice(0, 3).map(({ key, english }) => `${key}: ${quoted(english)}`)],
    };
  },
});

const proposeTranslation = tool({
  name: "propose_translation",
  title: "Propose a translation",
  description: "Propose a translation of one of the site's texts. A person decides whether it is shown.",
  scope: "propose:translations",
  writes: true,
  input: {
    language,
    key: z.string().min(1).max(200),
    value: z.string().min(1).max(10_000),
    source_version: z.number().int().describe("Of the English text, from find_untranslated"),
  },
  output: { language: z.string(), key: z.string(), proposed: z.literal(true) },
  async run({ language, key, value, source_version }, { call }) {
    await call("POST /api/admin/content/translations/{language}/{key}/proposals", {
      params: { language, key },
      body: { value, source_version },
    });
    return { data: { language, key, proposed: true }, lines: [`The translation of ${key} waits for a person.`] };
  },
});

const listMatches = tool({
  name: "list_matches",
  title: "List products whose game is uncertain",
  description:
    "Products of stores that wait for a person to say which game they are, with candidates, most promising first. " +
    "Propose one with propose_match; use search_games for other candidates.",
  scope: "read:matches",
  input: {
    store: z.string().max(50).optional().describe("Key of a store, such as gog"),
    search: z.string().max(100).optional(),
    page,
  },
  output: {
    total: z.number().int(),
    matches: z.array(
      z.object({
        id: z.number().int(),
        store: z.string(),
        title: z.string(),
        price: z.number().nullable(),
        currency: z.string().nullable(),
        proposed_game_id: z.number().int().nullable(),
        candidates: z.array(
          z.object({
            game_id: z.number().int(),
            title: z.string(),
            developer: z.string().nullable(),
            released: z.string().nullable(),
          }),
        ),
      }),
    ),
  },
  async run({ store, search, page }, { call }) {
    const { matches, total } = await call("GET /api/admin/catalogue/matches", {
      query: { store, search, page, limit: 10 },
    });
    const found = matches.map(({ id, store, title, product_id, price, currency, proposal, candidates }) => ({
      id,
      store,
      title: plain(title ?? product_id),
      price,
      currency,
      proposed_game_id: proposal?.game.id ?? null,
      candidates: candidates.slice(0, 5).map(({ id, title, developer, release_date }) => ({
        game_id: id,
        title: plain(title),
        developer: developer && plain(developer, 60),
        released: release_date,
      })),
    }));
    return {
      data: { total, matches: found },
      lines: [`${total} products`, ...found.slice(0, 3).map(({ id, title }) => `${id}: ${quoted(title)}`)],
    };
  },
});

const proposeMatch = tool({
  name: "propose_match",
  title: "Propose the game of a product",
  description: "Propose which game a product of a store is. A person decides.",
  scope: "propose:matches",
  writes: true,
  input: { match_id: z.number().int().positive().describe("Id of a product, from list_matches"), game_id: gameId },
  output: { match_id: z.number().int(), game_id: z.number().int(), proposed: z.literal(true) },
  async run({ match_id, game_id }, { call }) {
    await call("POST /api/admin/catalogue/matches/{id}/proposal", {
      params: { id: match_id },
      body: { gameId: game_id },
    });
    return { data: { match_id, game_id, proposed: true }, lines: [`Product ${match_id} waits for a person.`] };
  },
});

export const deskTools = [findUntranslated, proposeTranslation, listMatches, proposeMatch];
