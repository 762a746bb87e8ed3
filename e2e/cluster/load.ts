import { setTimeout as sleep } from "node:timers/promises";
import { repeats } from "../../server/src/test/processes/soak.ts";

/** A failed read. Times in ms since 1970. */
export interface Failure {
  path: string;
  reason: string;
  began: number;
  ended: number;
}

/** A registered user, and the writes that the site has confirmed. */
export interface LoadMember {
  email: string;
  token: string;
  wishlisted: number[];
  /** Ids of games. */
  alerts: number[];
  resetRequested: boolean;
}

export interface Load {
  reads: number;
  failures: Failure[];
  /** Confirmed writes. Unconfirmed ones may have been applied or not. */
  written: number;
  unconfirmed: number;
  members: LoadMember[];
  /** Values of the changed setting, in order. */
  settings: { confirmed: string[]; attempted: string[] };
  /** The game that members set alerts for. */
  alertGame: number;
  stop(): Promise<void>;
}

export interface LoadOptions {
  url: string;
  gameIds: readonly number[];
  /** An administrator's. */
  token: string;
  alertGame: number;
  /** Concurrent clients. */
  readers: number;
  writers: number;
}

/** Between requests of a client, because all processes share the machine. */
const pauseMs = { read: repeats(250, 8), write: repeats(150, 15) };
export const loadPassword = "a members secret";
export const changedSetting = "social.network_url";

/** Starts readers and writers, each of which sends one request after the other. */
export function startLoad({ url, gameIds, token, alertGame, readers, writers }: LoadOptions): Load {
  let stopped = false;
  let names = 0;
  const load: Load = {
    reads: 0,
    failures: [],
    written: 0,
    unconfirmed: 0,
    members: [],
    settings: { confirmed: [], attempted: [] },
    alertGame,
    async stop() {
      stopped = true;
      await Promise.all(running);
    },
  };
  const pick = () => gameIds[Math.floor(Math.random() * gameIds.length)]!;

  async function read() {
    // Mostly addresses that the proxy has not cached.
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
      const reason = await fetch(url + path, { signal: AbortSignal.timeout(30_000) }).then(
        async (response) => {
          await response.arrayBuffer();
          return response.ok ? null : `status ${response.status}`;
        },
        (error: Error) => String(error.cause ?? error),
      );
      load.reads += 1;
      if (reason) load.failures.push({ path, reason, began, ended: Date.now() });
      await sleep(pauseMs.read);
    }
  }

  /** The response's content; null unless the write was confirmed. */
  async function write(route: string, body: object, bearer?: string): Promise<Record<string, unknown> | null> {
    const [method = "", path = ""] = route.split(" ");
    const headers = { "content-type": "application/json", ...(bearer && { authorization: `Bearer ${bearer}` }) };
    const response = await fetch(url + path, {
      method,
      headers,
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    }).catch(() => null);
    // An incomplete response confirms nothing.
    const content = response?.ok ? await response.text().catch(() => null) : null;
    await sleep(pauseMs.write);
    if (content === null) load.unconfirmed += 1;
    else load.written += 1;
    return content === null ? null : content === "" ? {} : JSON.parse(content);
  }

  async function writeAsMembers() {
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
        wishlisted: [],
        alerts: [],
        resetRequested: false,
      };
      load.members.push(member);
      for (let index = 0; index < 4 && !stopped; index += 1) {
        const gameId = pick();
        if (await write("POST /api/wishlist", { gameId }, member.token)) member.wishlisted.push(gameId);
      }
      const gameId = load.alertGame;
      if (await write("POST /api/alerts", { gameId, targetPrice: null }, member.token)) member.alerts.push(gameId);
      if (names % 3 === 0) {
        member.resetRequested = (await write("POST /api/auth/reset-password", { email })) !== null;
      }
    }
  }

  async function changeSetting() {
    for (let turn = 1; !stopped; turn += 1) {
      const value = `https://example.com/${turn}`;
      load.settings.attempted.push(value);
      if (await write(`PUT /api/admin/config/${changedSetting}`, { value }, token)) load.settings.confirmed.push(value);
    }
  }

  const running = [
    ...Array.from({ length: readers }, read),
    ...Array.from({ length: writers }, writeAsMembers),
    changeSetting(),
  ];
  return load;
}
