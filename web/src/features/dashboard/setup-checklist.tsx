import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Call } from "contract/core/call.ts";
import { countOf, formatCount } from "contract/core/counts.ts";
import type { DashboardStats } from "contract/dashboard/api.ts";
import type { Checklist, ChecklistKey } from "contract/dashboard/checklist.ts";
import type { SettingKey } from "contract/site-config/defaults.ts";
import CircleCheck from "lucide-static/icons/circle-check.svg?react";
import CircleDashed from "lucide-static/icons/circle-dashed.svg?react";
import { type ReactNode, useState } from "react";
import { buttonStyle } from "../../ui/button-style.ts";
import { ErrorBox } from "../../ui/error-box.tsx";
import { useAction } from "../../ui/use-action.ts";
import { ActionButton } from "../admin/action-button.tsx";
import { serverMessageOf, useAdminCall } from "../admin/admin-call.tsx";
import { useDenialReason } from "../admin/me.ts";
import { formatMoment } from "../admin/moments.ts";
import { adminKey, useRefresh } from "../admin/queries.ts";
import { formatDuration } from "./amounts.ts";
import { Card } from "./card.tsx";

type Polls = DashboardStats["data"]["polls"];

/** What the site still needs; hidden once all is done or the card is dismissed (spec/administration 4.1). */
export function SetupChecklist({ polls }: { polls: Polls }) {
  const { data } = useQuery(checklistQuery(useAdminCall()));
  if (!data) return null;
  const isDone = data.items.every(({ done }) => done);
  return (
    <>
      {data.is_new && !data.dismissed && <FirstSteps />}
      {data.filling && <FillingCard filling={data.filling} />}
      {!isDone && (data.dismissed ? <ShowAgain /> : <OpenChecklist checklist={data} polls={polls} />)}
    </>
  );
}

/** How far a catalogue is that is being filled. */
export function FillingCard({ filling }: { filling: NonNullable<Checklist["filling"]> }) {
  const { games, described, priced, seconds_left, failed } = filling;
  return (
    <Card title="Filling the catalogue">
      <progress aria-label="Games with details" className="mt-3" value={described} max={games} />
      <p className="mt-2 text-sm text-muted">
        {formatCount(games)} games are listed, {formatCount(priced)} of them with a price at Steam and{" "}
        {formatCount(described)} with details. The rest takes about {formatDuration(Math.max(60, seconds_left))}, the
        most played games first.
      </p>
      {failed > 0 && (
        <p className="mt-2 text-sm text-warning">
          {countOf(failed, "source")} could not be read: see{" "}
          <Link to="/admin/{-$tab}" params={{ tab: "sources" }} className="underline">
            Sources
          </Link>
          .
        </p>
      )}
    </Card>
  );
}

/** Leads the first administrator of a new site to its four questions. */
function FirstSteps() {
  return (
    <Card title="Fill this site with real games and prices">
      <p className="mt-1 text-muted">Four short questions: countries, stores, mail and catalogue. No key is needed.</p>
      <Link to="/admin/{-$tab}" params={{ tab: "setup" }} className={buttonStyle("primary", "medium", "mt-4")}>
        Set up the site
      </Link>
    </Card>
  );
}

function OpenChecklist({ checklist: { items, sample }, polls }: { checklist: Checklist; polls: Polls }) {
  const denialReason = useDenialReason()("config.write");
  const { change, busy, failure } = useSetting("site.setup_checklist");
  const done = items.filter((item) => item.done).length;
  return (
    <Card title="Set up your site">
      <div className="mt-1 flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">
          {done} of {items.length} done. What you solve elsewhere is ticked off here by itself.
        </p>
        <ActionButton size="small" denialReason={denialReason} disabled={busy} onClick={() => change(false)}>
          Dismiss for everyone
        </ActionButton>
      </div>
      {failure && (
        <div className="mt-3">
          <ErrorBox>{failure}</ErrorBox>
        </div>
      )}
      <ul aria-label="Setup" className="mt-3 divide-y divide-border">
        {items.map(({ key, done }) => (
          <ChecklistItem
            key={key}
            name={key}
            done={done}
            reason={key === "sample" && !sample.shown ? "There are no games yet." : undefined}
          >
            {key === "sample" && !done && <CatalogueStart sample={sample} polls={polls} />}
          </ChecklistItem>
        ))}
      </ul>
    </Card>
  );
}

function ShowAgain() {
  const denialReason = useDenialReason()("config.write");
  const { change, busy, failure } = useSetting("site.setup_checklist");
  if (denialReason !== undefined) return null;
  return (
    <div className="flex flex-wrap items-center gap-3 text-sm text-muted">
      The site is not set up completely.
      <ActionButton size="small" disabled={busy} onClick={() => change(true)}>
        Show the setup checklist
      </ActionButton>
      {failure && <ErrorBox>{failure}</ErrorBox>}
    </div>
  );
}

/** The refetch interval: items solved elsewhere turn green without a reload. */
const refetchMs = 15_000;

/** What the site still needs. */
export function checklistQuery(call: Call) {
  return queryOptions({
    queryKey: [adminKey, "checklist"],
    staleTime: 0,
    refetchInterval: refetchMs,
    queryFn: ({ signal }) => call("GET /api/admin/dashboard/checklist", {}, { signal }),
  });
}

interface ChecklistItemProps {
  name: ChecklistKey;
  done: boolean;
  /** Why it matters, other than usual. */
  reason: string | undefined;
  /** More ways to solve it. */
  children?: ReactNode;
}

/** A setup task with links to its solutions. */
function ChecklistItem({ name, done, reason, children }: ChecklistItemProps) {
  const { title, reason: usualReason, variables, inSetup, setting, texts } = checklistTexts[name];
  const Icon = done ? CircleCheck : CircleDashed;
  return (
    <li data-done={done} className="grid grid-cols-[1.25rem_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-2 py-3">
      <Icon aria-hidden className={`mt-0.5 size-5 ${done ? "text-positive" : "text-muted"}`} />
      <div className="min-w-0">
        <h3 className="font-medium">
          {title}
          <span className="sr-only">{done ? " (done)" : " (missing)"}</span>
        </h3>
        {!done && (
          <p className="text-sm text-muted">
            {reason ?? usualReason}
            {variables && (
              <>
                {inSetup ? " Choose in Setup, or set " : " Set "}
                {variables.map((variable, index) => (
                  <span key={variable}>
                    {index > 0 && " and "}
                    <code className="rounded-sm bg-sunken px-1 text-text">{variable}</code>
                  </span>
                ))}
                {" and restart."}
              </>
            )}
          </p>
        )}
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        {!done && inSetup && (
          <Link to="/admin/{-$tab}" params={{ tab: "setup" }} className={buttonStyle("secondary", "small")}>
            Open Setup
          </Link>
        )}
        {!done && setting && (
          <Link
            to="/admin/{-$tab}"
            params={{ tab: "config" }}
            search={{ search: setting } as never}
            className={buttonStyle("secondary", "small")}
          >
            Open the setting
          </Link>
        )}
        {!done && texts && (
          <Link
            to="/admin/{-$tab}"
            params={{ tab: "strings" }}
            search={{ search: texts } as never}
            className={buttonStyle("secondary", "small")}
          >
            Open the texts
          </Link>
        )}
        {!done && name === "second_factor" && (
          <Link to="/profile" hash="security" className={buttonStyle("secondary", "small")}>
            Open your profile
          </Link>
        )}
      </div>
      {name === "mail" && (
        <div className="col-start-2 -col-end-1">
          <TestMailButton />
        </div>
      )}
      {children && <div className="col-start-2 -col-end-1">{children}</div>}
    </li>
  );
}

interface ChecklistText {
  title: string;
  /** Why it matters. */
  reason: string;
  /** Environment variables that solve it. */
  variables?: readonly string[];
  /** Whether the setup page solves it too. */
  inSetup?: true;
  /** The setting that solves it. */
  setting?: SettingKey;
  /** What finds the texts that solve it. */
  texts?: string;
}

const checklistTexts: Record<ChecklistKey, ChecklistText> = {
  contact_email: {
    title: "Contact address",
    reason: "Visitors see it, and messages are sent there.",
    setting: "contact.email",
  },
  mail: {
    title: "Outgoing mail",
    reason: "Without a mail server, messages are files in the data folder.",
    variables: ["SMTP_URL", "MAIL_FROM"],
    inSetup: true,
  },
  public_url: {
    title: "Public address",
    reason: "Links in mails, feeds and search engines lead there.",
    variables: ["PUBLIC_URL"],
  },
  backups: {
    title: "Backups",
    reason: "A copy of all data every day.",
    variables: ["BACKUP_DIR"],
  },
  games: {
    title: "Source of games",
    reason: "New games and their details come from the stores.",
    variables: ["CATALOGUE_SYNC"],
    inSetup: true,
  },
  prices: {
    title: "Source of prices",
    reason: "Prices are read on schedule.",
    variables: ["PRICE_SYNC"],
    inSetup: true,
  },
  second_factor: {
    title: "Your second factor",
    reason: "A stolen password alone is then not enough to change this site.",
  },
  legal: {
    title: "Imprint and privacy",
    reason:
      "Visitors, and the law of many countries, ask who runs the site. Fill in terms.operator_text and privacy.operator_text; both are hidden until then.",
    texts: "operator_text",
  },
  sample: {
    title: "Your own catalogue",
    reason: "The prices of the bundled sample are made up, and every page says so.",
  },
};

/** Sends a mail to the administrator, and shows where it went. */
function TestMailButton() {
  const call = useAdminCall();
  const denialReason = useDenialReason()("config.write");
  const [done, setDone] = useState<string>();
  const { run, running, failure } = useAction((error) => serverMessageOf(error, "Failed to send a test mail"));
  const send = () =>
    run(async () => {
      const { to, delivery } = await call("POST /api/admin/dashboard/test-mail", {});
      setDone(
        delivery === "smtp"
          ? `A test mail to ${to} is on its way. If it does not arrive, see Mail under Status.`
          : `A test mail to ${to} is written to the folder outbox of the data folder.`,
      );
    });

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <ActionButton size="small" denialReason={denialReason} disabled={running} onClick={send}>
        Send a test mail
      </ActionButton>
      <p role="status" className={failure ? "text-danger" : "text-positive"}>
        {failure ?? done}
      </p>
    </div>
  );
}

interface CatalogueStartProps {
  sample: Checklist["sample"];
  /** The latest poll of each source. */
  polls: DashboardStats["data"]["polls"];
}

/** The options for an empty catalogue, and for replacing the bundled sample. */
function CatalogueStart({ sample, polls }: CatalogueStartProps) {
  const denialReason = useDenialReason()("config.write");
  const { change, busy, failure } = useSetting("site.keep_sample");
  return (
    <div className="grid gap-3 lg:grid-cols-3">
      <Option title="Fill from the stores">
        {sample.catalogue_sync ? (
          <Progress polls={polls.filter(({ store }) => store.startsWith("catalogue-"))} />
        ) : (
          <p>
            Choose a catalogue in{" "}
            <Link to="/admin/{-$tab}" params={{ tab: "setup" }} className="text-accent-text underline">
              Setup
            </Link>
            , or start the site with <Code>CATALOGUE_SYNC=on</Code> and <Code>PRICE_SYNC=on</Code>.
          </p>
        )}
      </Option>
      <Option title="Import a file">
        <p>Games as JSON lines or CSV.{sample.shown && " The first real game replaces the sample."}</p>
        <Link to="/admin/{-$tab}" params={{ tab: "imports" }} className={buttonStyle("secondary", "small", "mt-2")}>
          Open imports
        </Link>
      </Option>
      {sample.shown && (
        <Option title="Keep the sample">
          <p>To try the site out. The note on every page stays.</p>
          <ActionButton
            size="small"
            className="mt-2"
            denialReason={denialReason}
            disabled={busy}
            onClick={() => change(true)}
          >
            Keep the sample
          </ActionButton>
          {failure && (
            <p role="alert" className="mt-2 text-danger">
              {failure}
            </p>
          )}
        </Option>
      )}
    </div>
  );
}

function Option({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0 rounded-md border border-border p-3 text-sm text-muted">
      <h4 className="mb-1 font-medium text-text">{title}</h4>
      {children}
    </section>
  );
}

function Code({ children }: { children: string }) {
  return <code className="rounded-sm bg-sunken px-1 text-text">{children}</code>;
}

function Progress({ polls }: { polls: CatalogueStartProps["polls"] }) {
  if (polls.length === 0) return <p>Games are read from the stores. The first reading has not begun yet.</p>;
  return (
    <ul aria-label="Readings of games" className="grid gap-1">
      {polls.map(({ store, state, seen, changed, finished_at }) => (
        <li key={store}>
          {store}: {formatCount(seen)} read, {formatCount(changed)} new or changed,{" "}
          {state === "running" ? "still reading" : `${state} ${formatMoment(finished_at)}`}
        </li>
      ))}
    </ul>
  );
}

/** Switches a setting of the site on or off. */
function useSetting(key: SettingKey) {
  const call = useAdminCall();
  const refresh = useRefresh();
  const { run, running, failure } = useAction((error) => serverMessageOf(error, "Failed to save the setting"));
  const change = (value: boolean) =>
    run(async () => {
      await call("PUT /api/admin/config/{key}", { params: { key }, body: { value } });
      await refresh();
    });
  return { change, busy: running, failure };
}
