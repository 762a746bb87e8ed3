import { createServer, type Server } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterAll, expect, test } from "vitest";
import { explainMailProblem } from "./policy-mail.ts";
import { findMailProblem } from "./queries-doctor.ts";

const opened: { close(): void }[] = [];
afterAll(() => {
  for (const server of opened) server.close();
});

async function listen(server: Server): Promise<number> {
  opened.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return (server.address() as { port: number }).port;
}

const answering = (line: string) => listen(createServer((socket) => socket.end(line)));

function mailServer(options: SMTPServerOptions): Promise<number> {
  const server = new SMTPServer({ logger: false, ...options });
  // of a client that turns away from the certificate
  server.on("error", () => {});
  return listen(server.server as Server);
}

const rejecting: SMTPServerOptions = {
  disabledCommands: ["STARTTLS"],
  onAuth: (_, __, callback) => callback(new Error("Wrong\r\n535 password")),
};

test.each<[string, (address: (port: number) => string) => Promise<string>, RegExp, RegExp]>([
  ["nothing listens", async () => "smtp://127.0.0.1:1", /^127\.0\.0\.1:1 refuses connections/, /name and port/],
  [
    "a password is wrong",
    async (address) => address(await mailServer(rejecting)),
    /rejects the sign-in: 535 Wrong .*password\.$/,
    /password in SMTP_URL/,
  ],
  [
    "the certificate is nobody's",
    async (address) => address(await mailServer({})),
    /certificate of .* is not trusted: .*\.$/,
    /NODE_EXTRA_CA_CERTS/,
  ],
  [
    "the port is for unencrypted beginnings",
    async (address) => address(await mailServer({})).replace("smtp:", "smtps:"),
    /No encrypted connection .*: wrong version number\.$/,
    /465 with smtps/,
  ],
  ["it is another service", async (address) => address(await answering("HTTP/1.1 400 Bad\r\n")), /HTTP/, /port/],
  ["it lets nobody in", async (address) => address(await answering("554 Go away\r\n")), /554 Go away\.$/, /lets/],
  ["it hangs up", async (address) => address(await answering("")), /closed unexpectedly\.$/, /lets/],
])("when %s, the doctor says so without the password", async (_, open, found, advice) => {
  const url = await open((port) => `smtp://ann:hunter2@127.0.0.1:${port}`);
  const problem = await findMailProblem(url, "SMTP_URL");
  const explained = explainMailProblem(problem!);
  expect(explained).toEqual({ found: expect.stringMatching(found), advice: expect.stringMatching(advice) });
  expect(explained.found).not.toMatch(/hunter2|[\r\n]/);
});

test.each([
  ["ENOTFOUND", /no server with the name/],
  ["EAI_AGAIN", /looked up/],
  ["ETIMEDOUT", /does not answer/],
  ["EHOSTUNREACH", /does not answer/],
  ["ERR_TLS_CERT_ALTNAME_INVALID", /certificate/],
  ["EACCES", /cannot be used: Said\. \(EACCES\)$/],
])("%s is explained", (code, found) => {
  const explained = explainMailProblem({
    server: "mail.example:587",
    setting: "Setup in the panel",
    code,
    detail: "Said.",
  });
  expect(explained).toEqual({ found: expect.stringMatching(found), advice: expect.stringMatching(/\.$|\)\.$/) });
});

test("a server that accepts mail is no problem", async () => {
  const port = await mailServer({ disabledCommands: ["STARTTLS", "AUTH"], authOptional: true });
  expect(await findMailProblem(`smtp://127.0.0.1:${port}`, "SMTP_URL")).toBeNull();
});
