import { existsSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import nodemailer, { type SendMailOptions } from "nodemailer";
import type { Attachment } from "nodemailer/lib/mailer/index.js";
import type { Env } from "../env.ts";
import { writeLetter } from "./letter.ts";
import type { Mail } from "./queue.ts";

/** A mail server that answers nothing for so long counts as away. */
const PATIENCE_MS = 20_000;

export interface DeliveryOptions {
  env: Pick<Env, "smtpUrl" | "mailFrom" | "dataDir" | "publicUrl">;
  siteName(): string;
  log: FastifyBaseLogger;
  /** Called for every try: a failed one is repeated, a dropped mail was never tried. */
  onOutcome?: (outcome: MailOutcome) => void;
}

export type MailOutcome = "sent" | "refused" | "failed" | "dropped";

/**
 * Hands one mail over: to the mail server of SMTP_URL, or as a file to `outbox` in the data folder. `id` is the mail's own,
 * the same on every try: a file is written once, and a mail server that gets a message twice, because the process died
 * after it took the first, sees the same Message-ID. Throws when another try may help; a recipient that the server
 * refuses for good is logged and left.
 */
export type Deliver = (mail: Mail, id: string) => Promise<void>;

export function prepareDelivery({ env, siteName, log, onOutcome = () => {} }: DeliveryOptions): Deliver {
  const domain = new URL(env.publicUrl).hostname;
  const send = env.smtpUrl ? prepareSmtp(env.smtpUrl) : prepareOutbox(join(env.dataDir, "outbox"));

  return async (mail, id) => {
    const letter = writeLetter(mail, { siteName: siteName(), publicUrl: env.publicUrl });
    const message: SendMailOptions = {
      subject: letter.subject,
      // programs show the last form that they know
      alternatives: [plainPart(letter.text), { contentType: "text/html; charset=utf-8", content: letter.html }],
      textEncoding: "quoted-printable",
      from: sender(env.mailFrom ?? `no-reply@${domain}`, siteName()),
      to: { name: "", address: mail.to },
      ...(mail.replyTo && { replyTo: { name: "", address: mail.replyTo } }),
      messageId: `<${id}@${domain}>`,
      headers: { "auto-submitted": "auto-generated", ...stopHeaders(mail, env.publicUrl) },
      disableFileAccess: true,
      disableUrlAccess: true,
    };
    // the name before the @ is nobody's business in a log
    const about = { mail: id, domain: mail.to.slice(mail.to.lastIndexOf("@") + 1) };
    try {
      log.info({ ...about, ...(await send(message, id)) }, "mail sent");
      onOutcome("sent");
    } catch (error) {
      onOutcome(isRefusedForGood(error) ? "refused" : "failed");
      if (!isRefusedForGood(error)) throw error;
      log.warn({ ...about, reason: (error as Error).message }, "mail refused by the mail server");
    }
  };
}

type Send = (message: SendMailOptions, id: string) => Promise<object>;

function prepareSmtp(url: string): Send {
  const transport = nodemailer.createTransport({
    url,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  });
  return async (message) => {
    await transport.sendMail(message);
    return {};
  };
}

/** Files appear whole or not at all, and are readable by the site's own user alone: they may hold a secret link. */
function prepareOutbox(folder: string): Send {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return async (message, id) => {
    const file = join(folder, `${id}.eml`);
    if (existsSync(file)) return { file };
    const { message: bytes } = await transport.sendMail(message);
    await mkdir(folder, { recursive: true });
    await writeFile(`${file}.part`, bytes as Buffer, { mode: 0o600 });
    await rename(`${file}.part`, file);
    return { file };
  };
}

/** MAIL_FROM may be an address alone; people then see the site's name before it. */
function sender(mailFrom: string, siteName: string): SendMailOptions["from"] {
  return mailFrom.includes("<") ? mailFrom : { name: siteName, address: mailFrom };
}

/**
 * Text that travels as it is, where it is plain enough for that: a link can then be copied out of an outbox file,
 * whatever it is opened with. The library by itself breaks and escapes every text with a line of more than 76 characters.
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

/** What lets a mail program offer "unsubscribe" beside the subject (RFC 2369, RFC 8058). */
function stopHeaders({ stop }: Mail, publicUrl: string): Record<string, string> {
  if (!stop) return {};
  return {
    "list-unsubscribe": `<${publicUrl}${stop.oneClickPath}>`,
    "list-unsubscribe-post": "List-Unsubscribe=One-Click",
  };
}

/** An answer 5xx to the recipient; other refusals, of our password for instance, are for the operator to repair. */
function isRefusedForGood(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
  return code === "EENVELOPE" && responseCode >= 500;
}
