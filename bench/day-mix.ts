import { firstOrder, type GameSort } from "contract/games/sorting.ts";
import { hashPassword } from "../server/src/features/accounts/passwords/password.ts";
import { addItems } from "../server/src/features/lists/commands-items.ts";
import { users } from "../server/src/features/users/table.ts";
import type { Db } from "../server/src/platform/db/connect.ts";
import { like } from "../server/src/platform/db/drizzle.ts";
import { pick, type Random } from "../server/src/platform/process/random.ts";
import { signInUser } from "../server/src/test/users.ts";
import type { Request } from "./load.ts";
import { browserHeaders, combine, range, request, type Subjects, stores } from "./requests.ts";

/** Shares per 1,000 requests. One request in ten is a page in HTML, with which a visit begins. */
const mix = {
  "browse: call": [540, (day) => list("/api/games", day)],
  "browse: page": [60, (day) => list("/games", day)],
  "search: call": [190, (day) => list("/api/games", day, term(day))],
  "search: page": [10, (day) => list("/games", day, term(day))],
  "game: call": [120, (day) => request(`/api/games/${day.draw(day.games)}`)],
  "game: page": [30, (day) => request(`/games/${day.draw(day.games)}`)],
  "price history": [
    25,
    (day) => ({
      ...request(`/api/games/${day.draw(day.games)}/price-history`, { days: day.draw([90, 30, 365]) }),
      headers: day.draw(day.members).headers,
    }),
  ],
  wishlist: [18, ({ draw, members }) => ({ path: "/api/wishlist", headers: draw(members).headers })],
  "wishlist: change": [5, changeWishlist],
  "sign-in": [2, ({ draw, members }) => post("/api/auth/login", { email: draw(members).email, password })],
} satisfies Record<string, [share: number, create: (day: Day) => Request]>;

export type Kind = keyof typeof mix;
export const kinds = Object.keys(mix) as Kind[];

/** Other requests write, or are slow on purpose like a sign-in. */
export const isRead = (kind: Kind) => kind !== "wishlist: change" && kind !== "sign-in";

export interface Step extends Request {
  kind: Kind;
}

interface Day extends Pick<Subjects, "terms"> {
  /** Ids in shuffled order, because popularity does not depend on them. */
  games: readonly number[];
  members: readonly Member[];
  draw: <T>(from: readonly T[]) => T;
}

/** A signed-in user. */
export interface Member {
  headers: { authorization: string };
  email: string;
  /** Ids of games that are added to this wishlist and removed from it. */
  wishlisted: number[];
}

const memberCount = 200;
const prefix = "bench_member_";
const password = "a password of many letters";
/** The share of requests whose subject is drawn evenly and is rarely cached. */
const evenlyDrawn = 0.1;
/** The sorts with a button; `relevance` is for searches only, and the others are in a menu. */
const sorts: readonly GameSort[] = ["rating", "lowest_price", "title", "release_date"];
const octets = range(0, 255);
const pages = range(1, 100);

/** Creates accounts with wishlists of 20 games, and deletes those of an earlier run. */
export async function createMembers(db: Db, { ids }: Subjects): Promise<Member[]> {
  await db.delete(users).where(like(users.usernameKey, `${prefix}%`));
  const members: Member[] = [];
  for (const nth of range(0, memberCount - 1)) {
    const { id: userId, headers } = await signInUser(db, `${prefix}${nth}`);
    const wishlisted = range(0, 39).map((game) => combine(nth * 40 + game, ids)[0]!);
    const wishes = wishlisted.slice(0, 20).map((gameId) => ({ gameId, addedAt: null }));
    await addItems(db, { userId, listId: "wishlist" }, wishes, { maxItems: 1_000, now: new Date() });
    members.push({ headers, email: `${prefix}${nth}@example.com`, wishlisted });
  }
  const passwordHash = await hashPassword(password);
  await db
    .update(users)
    .set({ passwordHash })
    .where(like(users.usernameKey, `${prefix}%`));
  return members;
}

/** Returns the next step of an endless day; the same `random` gives the same day. Visitors have 50,000 addresses. */
export function planDay({ ids, terms }: Subjects, members: readonly Member[], random: Random): () => Step {
  const games = ids.map((_, nth) => combine(nth, ids)[0]!);
  const evenly = <T>(from: readonly T[]) => pick(random, from);
  // Zipf's law: the first is drawn twice as often as the second.
  const skewed = <T>(from: readonly T[]) => from[Math.floor((from.length + 1) ** random()) - 1]!;
  return () => {
    let left = random() * 1_000;
    const kind = kinds.find((kind) => {
      left -= mix[kind][0];
      return left < 0;
    })!;
    const draw = random() < evenlyDrawn ? evenly : skewed;
    const step = mix[kind][1]({ terms, games, members, draw });
    const address = combine(Math.floor(random() * 50_000), octets, octets).join(".");
    return { ...step, kind, headers: { ...browserHeaders, "x-forwarded-for": `10.1.${address}`, ...step.headers } };
  };
}

function term({ terms, draw }: Day): string {
  return draw(draw([terms.rare, terms.common, terms.pairs]));
}

function list(path: "/api/games" | "/games", { draw }: Day, search?: string): Request {
  const [sort, store] = [draw(sorts), draw([undefined, ...stores])];
  // Few searches have more than one page, and visitors rarely go past page 100.
  const page = search === undefined ? draw(pages) : 1;
  if (path === "/api/games") return request(path, { search, store, page, sortBy: sort, order: firstOrder(sort) });
  // Leave out defaults: the site redirects addresses that name them.
  return request(path, {
    search,
    store,
    page: page === 1 ? undefined : page,
    sort: sort === "rating" ? undefined : sort,
  });
}

function changeWishlist({ draw, members }: Day): Request {
  const { headers, wishlisted } = draw(members);
  const gameId = draw(wishlisted);
  if (draw([true, false])) return post("/api/wishlist", { gameId }, headers);
  return { path: `/api/wishlist/game/${gameId}`, method: "DELETE", headers };
}

function post(path: string, body: object, headers?: Record<string, string>): Request {
  const type = { "content-type": "application/json" };
  return { path, method: "POST", body: JSON.stringify(body), headers: { ...type, ...headers } };
}
