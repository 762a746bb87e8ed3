import { firstOrder, gameSorts } from "contract/games/sorting.ts";
import { storeKeys } from "contract/stores.ts";
import type { Random } from "../server/src/random.ts";
import { combine, type SearchTerms } from "./addresses.ts";
import type { Ask } from "./load.ts";
import type { Member } from "./members.ts";

/** What somebody does on a day. */
export interface Act extends Ask {
  kind: Kind;
}

export interface DaySubjects {
  /** The ids of all games that lists show. */
  ids: readonly number[];
  terms: SearchTerms;
  members: readonly Member[];
}

/** Of 1,000 requests. A visit begins with a page in HTML, one request in ten; then the browser makes calls. */
const shares = {
  "browse: call": 540,
  "browse: page": 60,
  "search: call": 190,
  "search: page": 10,
  "game: call": 120,
  "game: page": 30,
  "price history": 25,
  wishlist: 18,
  "wishlist: change": 5,
  "sign-in": 2,
};

export type Kind = keyof typeof shares;
export const kinds = Object.keys(shares) as Kind[];

/** What is waited for to be shown. The others write, or take their time on purpose as a sign-in does. */
export const isRead = (kind: Kind) => kind !== "wishlist: change" && kind !== "sign-in";

/** So many of 100 requests come from somebody who looks where hardly anybody does: what they see is in no cache. */
const newcomers = 10;

/** Nobody pages further by hand. */
const lastPage = 400;

/** Behind so many addresses visitors are. */
const addresses = 50_000;

const personal: readonly Kind[] = ["price history", "wishlist", "wishlist: change", "sign-in"];

/** What comes next on a day without end; the same `random` gives the same day. */
export function planDay(subjects: DaySubjects, random: Random): () => Act {
  return () => {
    const kind = drawKind(random);
    const act = actOf(kind, subjects, random() * 100 < newcomers ? evenly(random) : skewed(random));
    const address = combine(Math.floor(random() * addresses), octets, octets);
    return {
      ...act,
      kind,
      headers: {
        "accept-encoding": "gzip, deflate, br, zstd",
        "x-forwarded-for": `10.1.${address.join(".")}`,
        ...act.headers,
      },
    };
  };
}

/** Of a day only what anybody may see: requests without a body or a sign-in. */
export function planPublicDay(subjects: DaySubjects, random: Random): () => Act {
  const next = planDay(subjects, random);
  return () => {
    for (;;) {
      const act = next();
      if (!personal.includes(act.kind)) return act;
    }
  };
}

const octets = Array.from({ length: 256 }, (_, octet) => octet);

function drawKind(random: Random): Kind {
  let left = random() * Object.values(shares).reduce((sum, share) => sum + share);
  return kinds.find((kind) => {
    left -= shares[kind];
    return left < 0;
  })!;
}

/** A number from 0 to below `count`. */
type Draw = (count: number) => number;

const evenly =
  (random: Random): Draw =>
  (count) =>
    Math.floor(random() * count);

/** Zipf's law: the first is asked for twice as often as the second and a hundred times as often as the hundredth. */
const skewed =
  (random: Random): Draw =>
  (count) =>
    Math.floor((count + 1) ** random()) - 1;

function actOf(kind: Kind, subjects: DaySubjects, draw: Draw): Ask {
  const { ids, terms, members } = subjects;
  // which games are popular has nothing to do with their ids
  const id = () => combine(draw(ids.length), ids)[0]!;
  const member = () => members[draw(members.length)]!;
  switch (kind) {
    case "browse: call":
      return listCall(draw);
    case "browse: page":
      return listPage(draw);
    case "search: call":
      return listCall(draw, pickTerm(terms, draw));
    case "search: page":
      return listPage(draw, pickTerm(terms, draw));
    case "game: call":
      return { path: `/api/games/${id()}` };
    case "game: page":
      return { path: `/games/${id()}` };
    case "price history":
      return { path: `/api/games/${id()}/price-history?days=${[90, 30, 365][draw(3)]}`, headers: member().headers };
    case "wishlist":
      return { path: "/api/wishlist", headers: member().headers };
    case "wishlist: change":
      return changeWishlist(member(), draw);
    case "sign-in": {
      const { email, password } = member();
      return { path: "/api/auth/login", method: "POST", body: JSON.stringify({ email, password }) };
    }
  }
}

const stores = [undefined, ...storeKeys];

function pickTerm({ common, rare, pairs }: SearchTerms, draw: Draw): string {
  const terms = [rare, common, pairs][draw(3)]!;
  return terms[draw(terms.length)]!;
}

function listCall(draw: Draw, search?: string): Ask {
  const { sort, order, ...rest } = drawList(draw, search);
  return address("/api/games", { ...rest, sortBy: sort, order });
}

function listPage(draw: Draw, search?: string): Ask {
  const { store, sort, order, page } = drawList(draw, search);
  // only what is not at its default: the site redirects other ways to write the same address
  return address("/games", {
    search,
    store,
    sort: sort === "rating" ? undefined : sort,
    order: order === firstOrder(sort) ? undefined : order,
    page: page === 1 ? undefined : page,
  });
}

function drawList(draw: Draw, search: string | undefined) {
  const sort = gameSorts[draw(gameSorts.length)]!;
  const first = firstOrder(sort);
  const order = draw(8) === 7 ? (first === "ASC" ? "DESC" : "ASC") : first;
  // few pages of a search have anything on them
  const page = search === undefined ? draw(lastPage) + 1 : 1;
  return { search, store: stores[draw(stores.length)], sort, order, page };
}

function address(path: string, query: Record<string, string | number | undefined>): Ask {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return { path: given.length === 0 ? path : `${path}?${new URLSearchParams(given)}` };
}

/** Of few games, so that no wishlist grows without end. */
function changeWishlist({ headers, wished }: Member, draw: Draw): Ask {
  const gameId = wished[draw(wished.length)]!;
  return draw(2) === 0
    ? { path: "/api/wishlist", method: "POST", body: JSON.stringify({ gameId }), headers }
    : { path: `/api/wishlist/game/${gameId}`, method: "DELETE", headers };
}
