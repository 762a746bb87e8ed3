import { brand } from "contract/brand.ts";
import { Client, DatabaseError } from "pg";
import { type Change, type LogPosition, listChangesSince, readLogPosition } from "./change-log.ts";
import type { Connection } from "./connect.ts";

export type { Change } from "./change-log.ts";

/** What is done about a change of each topic. A promise resolves when the change has been taken up. */
export type Followers = Record<string, (change: Change) => void | Promise<void>>;

export interface ListenerEvents {
  /** The connection ended, and a new one is being made: changes may be missed meanwhile. */
  onLost(error: Error): void;
  /** The database does not answer. Told once, not for every try. */
  onAway?(error: Error): void;
  /** It answers again. */
  onBack?(): void;
  /** Something is about to be told: whoever reads from now on has to see it. */
  onHeard?(): void;
  /** What was missed is being told: by the log of changes, or, where that does not reach back, `*` for everything. */
  onCaughtUp?(by: "log" | "everything"): void;
  /** When the database last answered anybody else, in ms since 1970: then it is busy, not frozen. */
  lastSign?(): number;
}

export interface ChangeListener {
  /**
   * Tells of changes from now on, those first that were heard since the listening began. `passing` are those of topics
   * that no log keeps: after a lost connection they are told `*`.
   */
  follow(followers: Followers, passing?: Followers): void;
  /** The number of the last change of each topic that this process knows: those of two processes can be compared. */
  versions(): Record<string, number>;
  /** Since when there may be changes that the followers do not know, in ms since 1970; `null` = they know everything. */
  staleSince(): number | null;
  /** When the connection last proved to be alive, in ms since 1970: what was committed before has been heard. */
  heardAt(): number;
  /** Whether the database is known not to answer. */
  isAway(): boolean;
  close(): Promise<void>;
}

/** What the connection is called in `pg_stat_activity`. */
const listenerName = { application_name: `${brand.slug} changes` };

/** How long to wait before each further try to get a lost connection back. */
const retryAfterMs = 500;
const firstPatienceMs = 5_000;
/** A server that was frozen answers the try that is under way when it wakes, so a try may take its time. */
const patienceMs = 2_000;

const beatEveryMs = 500;
/** Beats in a row without an answer that mean: frozen, or cut off. Counted, so that a process that was busy itself does not misjudge. */
const mostSilentBeats = 5;

/** Between a commit and its announcement lies a moment: what was committed this long before an answer has been heard with it. */
const announcedWithinMs = 2_000;

/** For what the listening connection itself asks. */
const limits = { statement_timeout: 10_000, lock_timeout: 1_000 };

/**
 * Hears of every committed change that the database's triggers announce (migrations `announce_changes` and
 * `log_changes`). Whoever listens first, reads then and follows in the end misses nothing.
 * What a lost connection has kept from it is read from the log of changes once it is back.
 * It also watches over the database: a connection can stay open to a server that answers nothing any more.
 * Rejects when the first connection fails.
 */
export async function listenForChanges(connection: Connection, events: ListenerEvents): Promise<ChangeListener> {
  const { onLost, onAway = () => {}, onBack = () => {}, onHeard = () => {}, lastSign = () => 0 } = events;
  let closed = false;
  let followers: Followers | undefined;
  let passing: Followers = {};
  const early: string[] = [];
  /** How far the log was when it was read, oldest first. All that the first one does not know has been heard or will be. */
  let positions: { position: LogPosition; readAt: number }[] = [];
  let versions: Record<string, number> = {};
  /** Set when the connection was lost: from here on changes may have been missed. */
  let missedSince: LogPosition | null = null;
  let away = false;
  let stale: number | null = null;
  let lastAnswer = Date.now();
  let losses = 0;
  let retry: NodeJS.Timeout | undefined;
  let silentBeats = 0;
  let silentSince = Date.now();

  function hear(payload = "") {
    onHeard();
    if (!followers) {
      early.push(payload);
      return;
    }
    const [topic = "", detail = "*"] = payload.split(" ");
    const tell = followers[topic] ?? passing[topic];
    void tell?.(detail === "*" ? "*" : detail.split(",").map(Number));
  }

  /** Tells what was missed; when the connection is lost again meanwhile, its return leads here once more. */
  async function tellMissed(): Promise<void> {
    if (!missedSince || !followers) return;
    const lossesBefore = losses;
    let missed: Map<string, Change> | null = null;
    try {
      missed = await listChangesSince(client, missedSince);
    } catch (error) {
      if (!isRefusal(error)) return;
    }
    if (losses !== lossesBefore) return;
    missedSince = null;
    events.onCaughtUp?.(missed ? "log" : "everything");
    onHeard();
    const telling = Object.entries(followers).map(([topic, tell]) => {
      const change = missed ? missed.get(topic) : "*";
      return change && tell(change);
    });
    await Promise.allSettled([...telling, ...Object.values(passing).map((tell) => tell("*"))]);
    if (losses === lossesBefore) stale = null;
  }

  function know(position: LogPosition, askedAt: number) {
    versions = { ...versions, ...position.versions };
    positions.push({ position, readAt: Date.now() });
    while (positions[1] && positions[1].readAt <= askedAt - announcedWithinMs) positions.shift();
  }

  function beat() {
    if (silentBeats === 0) {
      const asked = client;
      const askedAt = Date.now();
      silentSince = askedAt;
      readLogPosition(asked, Object.keys(followers ?? {}))
        .then((position) => asked === client && know(position, askedAt))
        .catch((error) => {
          // a refusal is an answer too
          if (!isRefusal(error)) throw error;
        })
        .then(
          () => {
            if (asked !== client) return;
            silentBeats = 0;
            lastAnswer = Date.now();
          },
          () => {},
        );
    }
    silentBeats += 1;
    if (silentBeats === mostSilentBeats && lastSign() > silentSince) {
      silentBeats = 1;
      silentSince = Date.now();
    }
    // with a question under way this cuts the connection, which tells the rest
    if (silentBeats === mostSilentBeats) void client.end().catch(() => {});
  }

  async function open(patience: number): Promise<Client> {
    const opened = new Client({
      ...connection,
      ...listenerName,
      ...limits,
      connectionTimeoutMillis: patience,
      keepAlive: true,
    });
    let reason = new Error("The connection ended");
    opened.on("notification", ({ payload }) => hear(payload));
    opened.on("error", (error) => {
      reason = error;
    });
    try {
      await opened.connect();
      await opened.query({ text: "listen changes", query_timeout: patience } as { text: string });
      positions = [{ position: await readLogPosition(opened, [], patience), readAt: Date.now() }];
    } catch (error) {
      void opened.end().catch(() => {});
      throw error;
    }
    opened.once("end", () => lose(silentBeats < mostSilentBeats ? reason : new Error("The database answers nothing")));
    silentBeats = 0;
    lastAnswer = Date.now();
    beating = setInterval(beat, beatEveryMs);
    return opened;
  }

  function lose(error: Error) {
    clearInterval(beating);
    if (closed) return;
    losses += 1;
    stale ??= lastAnswer;
    missedSince ??= positions[0]?.position ?? null;
    onLost(error);
    if (silentBeats >= mostSilentBeats) goAway(error);
    void reopen();
  }

  async function reopen(): Promise<void> {
    try {
      client = await open(patienceMs);
    } catch (error) {
      if (closed) return;
      if (!isRefusal(error)) goAway(error as Error);
      retry = setTimeout(reopen, retryAfterMs);
      return;
    }
    if (closed) return void client.end().catch(() => {});
    if (away) {
      away = false;
      onBack();
    }
    void tellMissed();
  }

  function goAway(error: Error) {
    if (away) return;
    away = true;
    onAway(error);
  }

  let beating: NodeJS.Timeout | undefined;
  let client = await open(firstPatienceMs);
  return {
    follow(given, givenPassing = {}) {
      followers = given;
      passing = givenPassing;
      for (const payload of early.splice(0)) hear(payload);
      void tellMissed();
    },
    versions: () => versions,
    staleSince: () => stale,
    heardAt: () => lastAnswer,
    isAway: () => away,
    async close() {
      closed = true;
      clearTimeout(retry);
      clearInterval(beating);
      // a database that answers nothing does not say goodbye either
      const patience = Promise.withResolvers<void>();
      const impatience = setTimeout(patience.resolve, 1_000);
      await Promise.race([client.end(), patience.promise]);
      clearTimeout(impatience);
    },
  };
}

/** Whether a database that is there has said no, for instance because it has too many connections; not while it starts or stops. */
function isRefusal(error: unknown): boolean {
  return error instanceof DatabaseError && !error.code?.startsWith("57P");
}
