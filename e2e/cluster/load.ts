import { setTimeout as sleep } from "node:timers/promises";

/** One request, as its caller saw it. Times in ms since 1970. */
export interface Failure {
  what: string;
  why: string;
  began: number;
  ended: number;
}

/** Somebody who registered, and what the site has confirmed to them. */
export interface LoadMember {
  email: string;
  token: string;
  wished: number[];
  /** Games of their price alerts. */
  alerts: number[];
  /** Asked for a new password, and was told that a mail is on its way. */
  askedForReset: boolean;
}

export interface Load {
  reads: number;
  /** Reads that were refused or came to nothing. */
  failures: Failure[];
  /** How many writes were confirmed, and how many were not: those may have been done or not. */
  written: number;
  unconfirmed: number;
  members: LoadMember[];
  /** Values of the setting that were confirmed, and all that were tried, in order. */
  settings: { confirmed: string[]; tried: string[] };
  /** The game that members set alerts for. */
  alertGame: number;
  stop(): Promise<void>;
}

export interface LoadOptions {
  url: string;
  /** Games to read and to wish for. */
  gameIds: readonly number[];
  /** Of an administrator. */
  token: string;
  alertGame: number;
  /** How many read at a time, and how many write. */
  readers: number;
  writers: number;
}

/** Nobody reads and writes without a pause; two processors have four processes and this to run. */
const pauseMs = { read: 8, write: 15 };
export const loadPassword = "secret1";
export const changedSetting = "social.network_url";

/** Visitors who read and members who write, one request after the other each, until it is stopped. */
export function startLoad({ url, gameIds, token, alertGame, readers, writers }: LoadOptions): Load {
  let stopped = false;
  let names = 0;
  const load: Load = {
    reads: 0,
    failures: [],
    written: 0,
    unconfirmed: 0,
    members: [],
    settings: { confirmed: [], tried: [] },
    alertGame,
    async stop() {
      stopped = true;
      await Promise.all(running);
    },
  };
  const pick = () => gameIds[Math.floor(Math.random() * gameIds.length)]!;

  async function read() {
    // mostly addresses that nobody asked for in the last seconds, for a cache in front would answer the others
    const pages = [
      () => `/api/games?page=${Math.ceil(Math.random() * 100)}&limit=2`,
      () => `/api/games?search=${String.fromCharCode(97 + Math.random() * 26)}&limit=${Math.ceil(Math.random() * 50)}`,
      () => `/api/games/${pick()}`,
      () => `/games/${pick()}`,
      () => `/games?page=${Math.ceil(Math.random() * 10)}`,
      () => "/",
    ];
    for (let turn = 0; !stopped; turn += 1) {
      const path = pages[turn % pages.length]!();
      const began = Date.now();
      const why = await fetch(url + path, { signal: AbortSignal.timeout(30_000) }).then(
        async (answer) => {
          await answer.arrayBuffer();
          return answer.ok ? null : `status ${answer.status}`;
        },
        (error: Error) => String(error.cause ?? error),
      );
      load.reads += 1;
      if (why) load.failures.push({ what: path, why, began, ended: Date.now() });
      await sleep(pauseMs.read);
    }
  }

  /** The answer's content; null when the write was not confirmed. */
  async function write(route: string, body: object, bearer?: string): Promise<Record<string, unknown> | null> {
    const [method = "", path = ""] = route.split(" ");
    const headers = { "content-type": "application/json", ...(bearer && { authorization: `Bearer ${bearer}` }) };
    const answer = await fetch(url + path, {
      method,
      headers,
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    }).catch(() => null);
    // an answer that breaks off confirms nothing
    const content = answer?.ok ? await answer.text().catch(() => null) : null;
    await sleep(pauseMs.write);
    if (content === null) load.unconfirmed += 1;
    else load.written += 1;
    return content === null ? null : content === "" ? {} : JSON.parse(content);
  }

  async function live() {
    while (!stopped) {
      names += 1;
      const username = `visitor-${names}`;
      const email = `${username}@example.com`;
      const registered = await write("POST /api/auth/register", {
        username,
        email,
        password: loadPassword,
        birthday: "2000-02-03",
      });
      if (!registered) continue;
      const member: LoadMember = {
        email,
        token: String(registered.token),
        wished: [],
        alerts: [],
        askedForReset: false,
      };
      load.members.push(member);
      for (let index = 0; index < 4 && !stopped; index += 1) {
        const gameId = pick();
        if (await write("POST /api/wishlist", { gameId }, member.token)) member.wished.push(gameId);
      }
      const gameId = load.alertGame;
      if (await write("POST /api/alerts", { gameId, targetPrice: null }, member.token)) member.alerts.push(gameId);
      if (names % 3 === 0) {
        member.askedForReset = (await write("POST /api/auth/reset-password", { email })) !== null;
      }
    }
  }

  async function administer() {
    for (let turn = 1; !stopped; turn += 1) {
      const value = `https://example.com/${turn}`;
      load.settings.tried.push(value);
      if (await write(`PUT /api/admin/config/${changedSetting}`, { value }, token)) load.settings.confirmed.push(value);
    }
  }

  const running = [...Array.from({ length: readers }, read), ...Array.from({ length: writers }, live), administer()];
  return load;
}
