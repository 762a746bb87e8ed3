import { DrizzleQueryError } from "drizzle-orm/errors";
import { destination, type Logger, pino, stdSerializers } from "pino";

/** The site's log: a line of JSON for each event, on standard output. `write` takes the lines elsewhere, for tests. */
export function createLog(level: string, write?: (line: string) => void): Logger {
  const output = write ? { write } : destination(1);
  return pino(
    { level, serializers: { err: toLoggedError }, redact: { paths: secretFields, censor: mask } },
    { write: (line) => void output.write(withoutSecrets(line)) },
  );
}

const mask = "***";

/** Fields that hold a secret by their name, at the places where somebody might log them. */
const secretFields = ["authorization", "cookie", "password", "token", "secret"].flatMap((name) => [
  name,
  `*.${name}`,
  `*.headers.${name}`,
]);

/** What a secret looks like in text that somebody else wrote, the message of an error for instance. */
const secretForms: [RegExp, string][] = [
  [/\bBearer +[\w.~+/-]+=*/gi, `Bearer ${mask}`],
  // the parameters of addresses
  [/([?&](?:\w*token|code|state|\w*key|\w*secret|password|openid\.(?:sig|response_nonce))=)[^&\s"'\\]+/gi, `$1${mask}`],
  // smtp://name:password@host
  [/(?<=:\/\/)[^\s/@"\\]+@/g, `${mask}@`],
  [/\$argon2id\$[^\s"\\]+/g, mask],
  // 256 bits in base64url: our own tokens and signatures
  [/(?<![\w-])(?=[\w-]{0,42}[a-z])(?=[\w-]{0,42}[A-Z])(?=[\w-]{0,42}\d)[\w-]{43}(?![\w-])/g, mask],
];

/** The line without what looks like a secret. */
export function withoutSecrets(line: string): string {
  return secretForms.reduce((text, [form, replacement]) => text.replace(form, replacement), line);
}

/**
 * An error as the log may keep it: a failed query without its parameters, which may be addresses of people,
 * hashes of their passwords or links that sign them in.
 */
function toLoggedError(error: Error): unknown {
  const { params: _, detail: __, ...logged } = stdSerializers.err(error);
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (!(cause instanceof DrizzleQueryError)) continue;
    const parameters = `\nparams: ${cause.params}`;
    logged.message = logged.message.replaceAll(parameters, "");
    logged.stack = logged.stack.replaceAll(parameters, "");
  }
  return logged;
}
