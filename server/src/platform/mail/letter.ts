import { escapeAttribute, escapeText } from "entities";
import type { Mail } from "./queue.ts";
import type { MailReader } from "./templates.ts";

export interface Letter {
  subject: string;
  text: string;
  html: string;
}

export interface Sender {
  siteName: string;
  /** Without a trailing slash. */
  publicUrl: string;
}

/** Plain text, and HTML that loads nothing. */
export function writeLetter(mail: Mail, sender: Sender, reader: MailReader): Letter {
  const fill = (text: string) => text.replaceAll("{brand}", sender.siteName);
  const link = (path: string) => sender.publicUrl + path;
  const paragraphs = mail.paragraphs.map(fill);
  const action = mail.action && { label: fill(mail.action.label), url: link(mail.action.path) };
  const stops = (mail.stop?.links ?? []).map(({ label, path }) => ({ label: fill(label), url: link(path) }));
  const reason = fill(mail.reason);

  const text = [
    ...paragraphs.map(wrapped),
    action && `${action.label}:\n${action.url}`,
    `--\n${wrapped(reason)}`,
    ...stops.map(({ label, url }) => `${label}: ${url}`),
    `${sender.siteName} - ${sender.publicUrl}`,
  ];
  const html = [
    `<p style="${styles.brand}">${escapeText(sender.siteName)}</p>`,
    ...paragraphs.map((paragraph) => `<p style="${styles.paragraph}">${escapeText(paragraph)}</p>`),
    action &&
      `<p style="${styles.paragraph}">${anchor(action, styles.button)}</p>` +
        `<p style="${styles.small}">${escapeText(reader.find("mail.button_address") ?? "")}<br>` +
        `<bdi dir="ltr">${escapeText(action.url)}</bdi></p>`,
    `<hr style="${styles.rule}">`,
    `<p style="${styles.small}">${escapeText(reason)}</p>`,
    ...stops.map((stop) => `<p style="${styles.small}">${anchor(stop, styles.link)}</p>`),
  ];
  return {
    subject: fill(mail.subject),
    text: `${joined(text, "\n\n")}\n`,
    html: page(fill(mail.subject), joined(html, "\n"), reader),
  };
}

function anchor({ label, url }: { label: string; url: string }, style: string): string {
  return `<a href="${escapeAttribute(url)}" style="${style}">${escapeText(label)}</a>`;
}

/** Inline, since mail programs ignore style sheets. */
const styles = {
  body:
    "margin:0;padding:24px 12px;background:#f4f4f5;color:#18181b;" +
    "font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif",
  card: "max-width:560px;margin:0 auto;padding:28px;background:#ffffff;border-radius:12px",
  brand: "margin:0 0 20px;font-size:18px;font-weight:700",
  paragraph: "margin:0 0 16px;white-space:pre-line",
  button:
    "display:inline-block;padding:12px 20px;border-radius:8px;background:#4338ca;color:#ffffff;" +
    "font-weight:600;text-decoration:none",
  small: "margin:0 0 8px;font-size:13px;color:#52525b;overflow-wrap:anywhere",
  link: "color:#52525b",
  rule: "margin:24px 0 16px;border:0;border-top:1px solid #e4e4e7",
};

function page(title: string, content: string, { language, direction }: MailReader): string {
  return `<!doctype html>
<html lang="${language.tag}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeText(title)}</title></head>
<body dir="${direction}" style="${styles.body}">
<div style="${styles.card}">
${content}
</div>
</body>
</html>
`;
}

const maxLineLength = 76;

/** Wraps lines at 76 characters; a longer word gets its own line. */
export function wrapped(text: string): string {
  return text.split("\n").map(wrapLine).join("\n").trimEnd();
}

function wrapLine(text: string): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > maxLineLength) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line].join("\n");
}

function joined(parts: (string | undefined)[], separator: string): string {
  return parts.filter((part) => part !== undefined).join(separator);
}
