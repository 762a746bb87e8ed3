import { randomBytes } from "node:crypto";
import { brand } from "contract/brand.ts";
import pg from "pg";
import type { Connection } from "../db/connect.ts";
import { jobSchema } from "../jobs/queues.ts";
import { StartError } from "../process/start-error.ts";

export async function openClient(connection: Connection): Promise<pg.Client> {
  const client = new pg.Client(connection);
  client.on("error", () => {});
  await client.connect();
  return client;
}

/**
 * Runs the work on a connection without superuser rights: a statement that gets into a restore could otherwise run
 * programs and read files. For a superuser it is that of a new role, whose tables then become the superuser's; for
 * others it is another connection of the same user.
 */
export async function asRestorer<T>(
  owner: pg.Client,
  connection: Connection,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const { rows } = await owner.query<{ superuser: boolean }>(
    "select rolsuper as superuser from pg_roles where rolname = current_user",
  );
  const role = rows[0]!.superuser ? await createRole(owner) : null;
  try {
    const client = await openClient(role ? { ...partsOf(connection), ...role } : connection).catch((cause) => {
      if (!role) throw cause;
      const reason = `a role without superuser rights cannot connect (${cause.message})`;
      throw new StartError(`The backup cannot be restored: ${reason}; set another user in DATABASE_URL`, { cause });
    });
    try {
      await client.query("set statement_timeout = 0; set lock_timeout = 0");
      return await work(client);
    } finally {
      await client.end();
    }
  } finally {
    if (role) await takeOver(owner, role.user);
  }
}

async function createRole(owner: pg.Client): Promise<{ user: string; password: string }> {
  const user = `${brand.slug}_restore_${randomBytes(6).toString("hex")}`;
  const password = randomBytes(24).toString("hex");
  const { rows } = await owner.query<{ database: string }>("select quote_ident(current_database()) as database");
  const role = owner.escapeIdentifier(user);
  // of an empty database only the job queue's tables can exist, without jobs
  await owner.query(`drop schema if exists ${owner.escapeIdentifier(jobSchema)} cascade`);
  await owner.query(`create role ${role} login nosuperuser password ${owner.escapeLiteral(password)}`);
  await owner.query(`grant connect, create, temporary on database ${rows[0]!.database} to ${role}`);
  await owner.query(`grant usage, create on schema public to ${role}`);
  return { user, password };
}

/** Its tables become the owner's, also where the work failed. */
async function takeOver(owner: pg.Client, user: string): Promise<void> {
  const role = owner.escapeIdentifier(user);
  await owner.query(`reassign owned by ${role} to current_user`);
  await owner.query(`drop owned by ${role}`);
  await owner.query(`drop role ${role}`);
}

/** The parts of a connection, of which user and password can be replaced. */
function partsOf({ connectionString, ...parts }: Connection): pg.ClientConfig {
  if (!connectionString) return parts;
  const { host, port, database, ssl } = new pg.Client({ connectionString });
  return { host, port, ssl, ...(database !== undefined && { database }), ...parts };
}
