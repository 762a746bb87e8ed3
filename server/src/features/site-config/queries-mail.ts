import type { Db } from "../../platform/db/connect.ts";
import { eq } from "../../platform/db/drizzle.ts";
import { decrypt } from "../../platform/process/encryption.ts";
import type { Env } from "../../platform/process/env.ts";
import type { SecretKey } from "../../platform/process/secret-key.ts";
import { siteSecrets } from "./table.ts";

/** The name of the row. */
export const mailServerName = "mail server";

/** The key that encrypts the address of the mail server, which holds its password. */
export const mailServerKey = (secretKey: SecretKey) => secretKey.derive("address of the mail server");

export interface FoundMailServer {
  /** `undefined` = mail is saved as files. */
  url: string | undefined;
  from: string | undefined;
  /** The environment names it. */
  fixed: boolean;
}

/** The mail server of the environment, else the one that was chosen when the site was set up. */
export async function findMailServer(
  db: Db,
  { env, secretKey }: { env: Pick<Env, "smtpUrl" | "mailFrom">; secretKey: SecretKey },
): Promise<FoundMailServer> {
  const { smtpUrl, mailFrom } = env;
  if (smtpUrl !== undefined) return { url: smtpUrl, from: mailFrom, fixed: true };
  const [row] = await db.select().from(siteSecrets).where(eq(siteSecrets.name, mailServerName));
  const text = row && decrypt(mailServerKey(secretKey), row.value);
  const stored = text ? (JSON.parse(text) as { url: string; from: string | null }) : null;
  return { url: stored?.url, from: mailFrom ?? stored?.from ?? undefined, fixed: false };
}
