import { countOf } from "contract/core/counts.ts";
import type { Finding } from "contract/dashboard/doctor.ts";
import CircleAlert from "lucide-static/icons/circle-alert.svg?react";
import CircleCheck from "lucide-static/icons/circle-check.svg?react";
import TriangleAlert from "lucide-static/icons/triangle-alert.svg?react";
import { useState } from "react";
import { readEvents } from "../../api/follow-events.ts";
import { ErrorBox } from "../../ui/error-box.tsx";
import { useAction } from "../../ui/use-action.ts";
import { ActionButton } from "../admin/action-button.tsx";
import { serverMessageOf, useAdminCall } from "../admin/admin-call.tsx";
import { useDenialReason } from "../admin/me.ts";
import { Card } from "./card.tsx";

/** A finding of the server or of this browser. */
type Shown = Omit<Finding, "what"> & { what: Finding["what"] | "streams" };

const names: Record<Shown["what"], string> = {
  database: "Database",
  migrations: "Schema",
  clock: "Clock",
  disk: "Disk",
  memory: "Memory",
  node: "Node",
  folders: "Folders",
  secret_key: "Secret key",
  demo: "Demo",
  permissions: "Permissions",
  address: "Address",
  proxy: "Proxy",
  mail: "Mail",
  jobs: "Jobs",
  backups: "Backups",
  sources: "Sources",
  administrators: "Administrators",
  streams: "Live updates",
};

const looks = {
  ok: { icon: CircleCheck, colour: "text-positive", word: "Fine" },
  warning: { icon: TriangleAlert, colour: "text-warning", word: "Warning" },
  problem: { icon: CircleAlert, colour: "text-danger", word: "Problem" },
};

/** What is wrong with the machine, the settings and the surroundings, examined at one press (spec/administration 4.2). */
export function Doctor() {
  const call = useAdminCall();
  const denialReason = useDenialReason()("config.read");
  const [findings, setFindings] = useState<readonly Shown[]>();
  const { running, failure, run } = useAction((error) => serverMessageOf(error, "Failed to examine the site"));
  const examine = () =>
    run(async () => {
      const [{ findings: ofServer }, streams] = await Promise.all([
        call("GET /api/admin/dashboard/doctor", {}),
        examineStreams(),
      ]);
      setFindings([...ofServer, streams]);
    });
  const wrong = findings?.filter(({ state }) => state !== "ok");
  return (
    <Card title="Doctor">
      <p className="mt-1 text-sm text-muted">
        Examines machine, settings, mail, proxy, backups and sources, and says what to do.
      </p>
      {failure !== undefined && (
        <div className="mt-3">
          <ErrorBox>{failure}</ErrorBox>
        </div>
      )}
      {findings && (
        <ul aria-label="Findings" className="mt-3 divide-y divide-border text-sm">
          {[...wrong!, ...findings.filter(({ state }) => state === "ok")].map((finding) => (
            <FindingRow key={`${finding.what} ${finding.found}`} finding={finding} />
          ))}
        </ul>
      )}
      <ActionButton
        size="small"
        className="mt-3"
        denialReason={denialReason}
        disabled={running}
        onClick={() => void examine()}
      >
        {running ? "Examining…" : findings ? "Examine again" : "Examine"}
      </ActionButton>
      <p role="status" className="mt-2 text-sm text-muted empty:hidden">
        {wrong && !running && (wrong.length === 0 ? "No faults" : countOf(wrong.length, "fault"))}
      </p>
    </Card>
  );
}

/** Longer than the heartbeat of streams, in ms. */
const streamTimeoutMs = 8_000;

/** Whether events reach this browser as they are sent: proxies tend to hold them back. */
async function examineStreams(): Promise<Shown> {
  const done = new AbortController();
  let isLive = false;
  const onAlive = () => {
    isLive = true;
    done.abort();
  };
  try {
    const ends = AbortSignal.any([done.signal, AbortSignal.timeout(streamTimeoutMs)]);
    for await (const _ of readEvents("GET /api/admin/events", { signal: ends, onAlive })) onAlive();
  } catch {
    // by the signal, or refused
  }
  if (isLive) return { what: "streams", state: "ok", found: "Events arrive as they are sent.", advice: null };
  const advice = "Switch off buffering for text/event-stream in the proxy (nginx: proxy_buffering off).";
  return { what: "streams", state: "problem", found: "No event arrived within 8 seconds.", advice };
}

function FindingRow({ finding: { what, state, found, advice } }: { finding: Shown }) {
  const { icon: Icon, colour, word } = looks[state];
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-3 py-2">
      <Icon aria-hidden className={`mt-0.5 size-4 ${colour}`} />
      <div className="min-w-0 break-words">
        <p>
          <span className="font-medium">{names[what]}</span>
          <span className="sr-only"> ({word})</span>: {found}
        </p>
        {advice && <p className="text-muted">{advice}</p>}
      </div>
    </li>
  );
}
