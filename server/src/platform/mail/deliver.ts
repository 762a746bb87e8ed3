import { existsSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import type { SendMailOptions } from "nodemailer";
import type { Attachment } from "nodemailer/lib/mailer/index.js";
import { makeFolder } from "../files/make-folder.ts";
import type { Env } from "../process/env.ts";
import { writeLetter } from "./letter.ts";
import type { Mail } from "./queue.ts";
import type { MailReader } from "./templates.ts";

const timeoutMs = 20_000;

export interface DeliveryOptions {
  env: Pick<Env, "dataDir" | "publicUrl">;
  /** The mail server now; without an address, mail is saved as files. */
  findServer(): Promise<{ url: string | undefined; from: string | undefined }>;
  siteName(): string;
  log: FastifyBaseLogger;
  /** Called per attempt; `failed` is retried, `dropped` was never attempted. */
  onOutcome?: (outcome: MailOutcome) => void;
}

export type MailOutcome = "sent" | "refused" | "failed" | "dropped";

/**
 * Sends a mail to the mail server, or writes it to `outbox` in the data folder. `id` is the same at every
 * attempt: a repeated mail has the same Message-ID or file. Throws when a retry may help; a recipient that the server
 * rejects for good is logged.
 */
export type Deliver = (mail: Mail, options: { id: string; reader: MailReader }) => Promise<void>;

export function prepareDelivery(options: DeliveryOptions): Deliver {
  const { env, findServer, siteName, log, onOutcome = () => {} } = options;
  const domain = new URL(env.publicUrl).hostname;
  const sendToOutbox = prepareOutbox(join(env.dataDir, "outbox"));
  let smtp: { url: string; send: Send } | null = null;

  function sendTo(url: string | undefined): Send {
    if (url === undefined) return sendToOutbox;
    if (smtp?.url !== url) smtp = { url, send: prepareSmtp(url) };
    return smtp.send;
  }

  return async (mail, { id, reader }) => {
    const server = await findServer();
    const send = sendTo(server.url);
    const letter = writeLetter(mail, { siteName: siteName(), publicUrl: env.publicUrl }, reader);
    const message: SendMailOptions = {
      subject: letter.subject,
      // programs show the last alternative that they support
      alternatives: [plainPart(letter.text), { contentType: "text/html; charset=utf-8", content: letter.html }],
      textEncoding: "quoted-printable",
      from: sender(server.from ?? `no-reply@${domain}`, siteName()),
      to: { name: "", address: mail.to },
      ...(mail.replyTo && { replyTo: { name: "", address: mail.replyTo } }),
      messageId: `<${id}@${domain}>`,
      headers: { "auto-submitted": "auto-generated", ...stopHeaders(mail, env.publicUrl) },
      disableFileAccess: true,
      disableUrlAccess: true,
    };
    // not the name before the @
    const about = { mail: id, domain: mail.to.slice(mail.to.lastIndexOf("@") + 1) };
    try {
      log.info({ ...about, ...(await send(message, id)) }, "mail sent");
      onOutcome("sent");
    } catch (error) {
      onOutcome(isRefusedForGood(error) ? "refused" : "failed");
      if (!isRefusedForGood(error)) throw error;
      log.warn({ ...about, reason: (error as Error).message }, "mail rejected by the mail server");
    }
  };
}

type Send = (message: SendMailOptions, id: string) => Promise<object>;

/** Loaded with the first mail, because it would take 60 ms of every start. */
const loadNodemailer = async () => (await import("nodemailer")).default;

function prepareSmtp(url: string): Send {
  const opening = loadNodemailer().then(({ createTransport }) =>
    createTransport({ url, connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }),
  );
  return async (message) => {
    await (await opening).sendMail(message);
    return {};
  };
}

/** Files appear complete, and only the site's user can read them: they may hold a secret link. */
function prepareOutbox(folder: string): Send {
  return async (message, id) => {
    const file = join(folder, `${id}.eml`);
    if (existsSync(file)) return { file };
    const { createTransport } = await loadNodemailer();
    const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
    const { message: bytes } = await transport.sendMail(message);
    await makeFolder(folder);
    await writeFile(`${file}.part`, bytes as Buffer, { mode: 0o600 });
    await rename(`${file}.part`, file);
    return { file };
  };
}

/** MAIL_FROM without a name gets the site's name. */
function sender(mailFrom: string, siteName: string): SendMailOptions["from"] {
  return mailFrom.includes("<") ? mailFrom : { name: siteName, address: mailFrom };
}

/**
 * ASCII text is sent as it is, so that links can be copied out of outbox files: the library would encode long lines.
 */
function plainPart(text: string): Attachment {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that 7bit means
  const travels = /^[\x01-\x7f]*$/.test(text) && text.split("\n").every((line) => line.length < 998);
  const contentType = "text/plain; charset=utf-8";
  if (!travels) return { contentType, content: text };
  return {
    raw: `Content-Type: ${contentType}\r\nContent-Transfer-Encoding: 7bit\r\n\r\n${text.replaceAll("\n", "\r\n")}`,
  };
}

/** For the "unsubscribe" button of mail programs (RFC 2369, RFC 8058). */
function stopHeaders({ stop }: Mail, publicUrl: string): Record<string, string> {
  if (!stop) return {};
  return {
    "list-unsubscribe": `<${publicUrl}${stop.oneClickPath}>`,
    "list-unsubscribe-post": "List-Unsubscribe=One-Click",
  };
}

/** A 5xx response about the recipient; other rejections, such as of our password, are for the operator to fix. */
function isRefusedForGood(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
  return code === "EENVELOPE" && responseCode >= 500;
}
