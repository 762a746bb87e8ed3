import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { Db } from "../server/src/db/connect.ts";
import { type EmbeddedServer, startEmbedded } from "../server/src/db/embedded.ts";
import { systemBinaryFolders } from "../server/src/db/embedded-binaries.ts";
import { type OpenDatabase, openDatabase } from "../server/src/db/open.ts";
import { generateCatalogue } from "../server/src/games/generate.ts";
import { benchFolder } from "./process.ts";

/** How much a made-up catalogue holds. */
export interface Size {
  games: number;
  /** Prices of the past in all. */
  history: number;
}

/** A filled database, and how a process of the site is told of it. */
export interface FilledDatabase extends OpenDatabase {
  env: Record<string, string>;
  /** PostgreSQL's. */
  version: string;
}

/** Then a window of the last 90 days would hold too little. */
const outdatedDays = 30;

const log = { info: () => {}, warn: console.error, error: console.error };

/** Opens the embedded database of a folder, which the first run fills and later ones find. */
export async function openEmbedded(dataDir: string, size: Size): Promise<FilledDatabase> {
  return fill(await openDatabase({ dataDir, databaseUrl: undefined }, log), size, { DATA_DIR: dataDir });
}

/** The embedded database of so many games. */
export function openSized(size: Size): Promise<FilledDatabase> {
  return openEmbedded(join(benchFolder, `games-${size.games}`), size);
}

/**
 * The same on a server of its own, as an operator has one: of the machine's PostgreSQL, or, where there is none, of the
 * one that npm brought.
 */
export async function openOnServer(size: Size): Promise<FilledDatabase> {
  const [binDir] = await systemBinaryFolders();
  const dataDir = join(benchFolder, `server-${size.games}`);
  const server = await startEmbedded({ dataDir, log, ...(binDir && { binDir }) });
  const databaseUrl = addressOf(server);
  const database = await openDatabase({ dataDir, databaseUrl }, log);
  const close = () => database.close().then(server.stop);
  return fill({ ...database, close }, size, { DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
}

function addressOf({ connection: { user, password = "", host, port, database } }: EmbeddedServer): string {
  const login = [user, password].map(encodeURIComponent).join(":");
  return `postgresql://${login}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}

async function fill(database: OpenDatabase, size: Size, env: Record<string, string>): Promise<FilledDatabase> {
  try {
    if (!(await isFilled(database.db, size))) {
      console.log(`Making up ${size.games} games with ${size.history} prices …`);
      await generateCatalogue(database.db, { ...size, seed: 1, now: new Date(), replace: true });
    }
    const { rows } = await database.pool.query<{ version: string }>(
      "select current_setting('server_version') as version",
    );
    return { ...database, env, version: rows[0]!.version.split(" ")[0]! };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function isFilled(db: Db, { games, history }: Size): Promise<boolean> {
  const { rows } = await db.execute<{ filled: boolean }>(sql`
    select count(*) = ${games} and min(created_at) > now() - make_interval(days => ${outdatedDays})
      and (select count(*) from price_history) >= ${history} as filled
    from games
  `);
  return rows[0]!.filled;
}
