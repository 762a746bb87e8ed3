import { destination, type Logger, pino, stdSerializers } from "pino";
import { DrizzleQueryError } from "../db/drizzle.ts";

/** The site's log: a line of JSON per event, on standard output; `write` replaces it in tests. */
export function createLog(level: string, write?: (line: string) => void): Logger {
  const output = write ? { write } : destination(1);
  return pino(
    { level, serializers: { err: toLoggedError }, redact: { paths: secretFields, censor: mask } },
    { write: (line) => void output.write(withoutSecrets(line)) },
  );
}

const mask = "***";

/** Names of fields with secrets, at any place where they could be logged. */
const secretFields = ["authorization", "cookie", "password", "token", "secret"].flatMap((name) => [
  name,
  `*.${name}`,
  `*.headers.${name}`,
]);

/** Secrets within other text, such as error messages. */
const secretForms: [RegExp, string][] = [
  [/\bBearer +[\w.~+/-]+=*/gi, `Bearer ${mask}`],
  // the parameters of addresses
  [/([?&](?:\w*token|code|state|\w*key|\w*secret|password|openid\.(?:sig|response_nonce))=)[^&\s"'\\]+/gi, `$1${mask}`],
  // smtp://name:password@host
  [/(?<=:\/\/)[^\s/@"\\]+@/g, `${mask}@`],
  [/\$argon2id\$[^\s"\\]+/g, mask],
  // links of shared lists
  [/(\/(?:shared|lists)\/)[\w-]{43}(?![\w-])/g, `$1${mask}`],
  // 256 bits in base64url: our own tokens and signatures
  [/(?<![\w-])(?=[\w-]{0,42}[a-z])(?=[\w-]{0,42}[A-Z])(?=[\w-]{0,42}\d)[\w-]{43}(?![\w-])/g, mask],
];

export function withoutSecrets(line: string): string {
  return secretForms.reduce((text, [form, replacement]) => text.replace(form, replacement), line);
}

/** A failed query without its parameters: they can be email addresses, password hashes or sign-in links. */
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
