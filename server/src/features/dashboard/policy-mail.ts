/** Why the mail server cannot be used. */
export interface MailProblem {
  /** Name and port. */
  server: string;
  /** Where the operator chose it. */
  setting: "SMTP_URL" | "Setup in the panel";
  /** Of the system or of TLS, such as ECONNREFUSED, else the mail library's, such as EAUTH. */
  code: string;
  /** What the server answered, else the error's message; a sentence. */
  detail: string;
}

type Text = (problem: MailProblem) => string;

const ports = "587 with smtp://, 465 with smtps://";
const nameAndPort: Text = ({ setting }) => `Check name and port in ${setting} (${ports}).`;

/** What is found and what to do, by codes; the first that matches counts. */
const explanations: [RegExp, Text, Text][] = [
  [
    /^(ENOTFOUND|ENODATA)/,
    ({ server }) => `There is no server with the name of ${server}.`,
    ({ setting }) => `Check the name in ${setting}.`,
  ],
  [
    /^(EAI_|EDNS|ESERVFAIL|EREFUSED|EBADRESP|ETIMEOUT)/,
    ({ server }) => `The name of ${server} cannot be looked up.`,
    () => "Check that this machine reaches its name servers (/etc/resolv.conf).",
  ],
  [
    /^ECONNREFUSED/,
    ({ server }) => `${server} refuses connections: nothing listens there, or a firewall refuses them.`,
    nameAndPort,
  ],
  [
    /^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN)/,
    ({ server }) => `${server} does not answer.`,
    (problem) => `${nameAndPort(problem)} Many hosting companies block outgoing mail until asked, port 25 above all.`,
  ],
  [
    /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/,
    ({ server, detail }) => `The certificate of ${server} is not trusted: ${detail}`,
    ({ setting }) =>
      `Name the server in ${setting} as its certificate does, or renew the certificate; ` +
      "set NODE_EXTRA_CA_CERTS to the file of an authority of your own.",
  ],
  [
    /^(ETLS|EPROTO$|ERR_SSL|ERR_TLS)/,
    ({ server, detail }) => `No encrypted connection to ${server} was possible: ${detail}`,
    ({ setting }) => `Check that the port in ${setting} fits the address: ${ports}.`,
  ],
  [
    /^(EAUTH|ENOAUTH)/,
    ({ server, detail }) => `${server} rejects the sign-in: ${detail}`,
    ({ setting }) =>
      `Check user name and password in ${setting}, where @ : / % are written %40 %3A %2F %25. ` +
      "Some providers want a password made for this purpose.",
  ],
  [
    /^(ECONNECTION|ECONNRESET|EPIPE|EPROTOCOL)/,
    ({ server, detail }) => `${server} refuses to talk: ${detail}`,
    ({ setting }) => `Check the port in ${setting} (${ports}), and whether the server lets this machine in.`,
  ],
];

export function explainMailProblem(problem: MailProblem): { found: string; advice: string } {
  const known = explanations.find(([codes]) => codes.test(problem.code));
  if (known) return { found: known[1](problem), advice: known[2](problem) };
  const { server, setting, code, detail } = problem;
  return {
    found: `The mail server ${server} cannot be used: ${detail} (${code})`,
    advice: `Check name, port, user name and password in ${setting}.`,
  };
}
