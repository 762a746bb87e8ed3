import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Call } from "contract/core/call.ts";
import { formatCount } from "contract/core/counts.ts";
import type { MissingItem, SetupState } from "contract/setup/api.ts";
import type { GameSourceChoice } from "contract/site-config/defaults.ts";
import CircleDashed from "lucide-static/icons/circle-dashed.svg?react";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { buttonStyle } from "../../ui/button-style.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useAction } from "../../ui/use-action.ts";
import { ActionButton } from "../admin/action-button.tsx";
import { namedMessageOf, useAdminCall } from "../admin/admin-call.tsx";
import { type Needs, useDenialReason } from "../admin/me.ts";
import { adminKey, useAdminQuery, useRefresh } from "../admin/queries.ts";
import { TabPage, TabUnloaded } from "../admin/tab-page.tsx";
import { Card } from "../dashboard/card.tsx";
import { checklistQuery, FillingCard } from "../dashboard/setup-checklist.tsx";
import { marketsQuery, storesQuery } from "../stores/admin-queries.ts";

function setupQuery(call: Call) {
  return queryOptions({
    queryKey: [adminKey, "setup"],
    staleTime: 0,
    queryFn: ({ signal }) => call("GET /api/admin/setup", {}, { signal }),
  });
}

/** The four questions of a new site, each of which can be skipped (spec/administration 4.3). */
export function SetupTab() {
  return (
    <TabPage>
      <Questions />
    </TabPage>
  );
}

function Questions() {
  const call = useAdminCall();
  const setup = useAdminQuery(setupQuery(call));
  const markets = useAdminQuery(marketsQuery(call));
  const stores = useAdminQuery(storesQuery(call));
  const { data: checklist } = useQuery(checklistQuery(call));
  if (!setup.data || !markets.data || !stores.data) {
    const failed = [setup, markets, stores].find(({ error }) => error);
    return (
      <TabUnloaded error={failed?.error} failed="Failed to load the questions" onRetry={() => failed?.refetch()} />
    );
  }
  const countries = markets.data
    .map(({ country, name, currency, enabled }) => ({ value: country, label: `${name} (${currency})`, enabled }))
    .sort((one, other) => one.label.localeCompare(other.label, "en"));
  const shops = stores.data.map(({ key, name, enabled }) => ({ value: key, label: name, enabled }));
  return (
    <div className="grid gap-6">
      <p className="text-muted">Four questions, in any order. What you skip stays as it is.</p>
      {checklist?.filling && <FillingCard filling={checklist.filling} />}
      <Choice
        title="1. Countries"
        what="Prices are read and shown for these countries, each in its own currency."
        choices={countries}
        needs="stores.write"
        submit="Save countries"
        save={(chosen) => call("PUT /api/admin/setup/countries", { body: { countries: chosen } })}
      />
      <Choice
        title="2. Stores"
        what="Prices of these stores are compared. Steam, GOG and Epic's giveaways need no contract; the others need a feed."
        choices={shops}
        needs="stores.write"
        submit="Save stores"
        save={(chosen) => call("PUT /api/admin/setup/stores", { body: { stores: chosen } })}
      />
      <MailQuestion mail={setup.data.mail} />
      <CatalogueQuestion catalogue={setup.data.catalogue} />
      <Missing items={setup.data.missing} />
    </div>
  );
}

interface QuestionProps {
  title: string;
  /** What the answer decides. */
  what: string;
  needs: Needs;
  submit: string;
  /** Why it cannot be answered here. */
  closed?: string | undefined;
  disabled?: boolean;
  save: () => Promise<unknown>;
  /** A second button. */
  other?: { label: string; save: () => Promise<unknown> } | undefined;
  children: ReactNode;
}

/** The fields of questions by their paths. */
const fieldNames = { "server.url": "Mail server", "server.from": "Sender" };

/** A question with its own button. */
function Question({ title, what, needs, submit, closed, disabled = false, save, other, children }: QuestionProps) {
  const refresh = useRefresh();
  const denialReason = useDenialReason()(needs) ?? closed;
  const [isSaved, setSaved] = useState(false);
  const { run, running, failure } = useAction((error) =>
    namedMessageOf(error, fieldNames, "Failed to save the answer"),
  );
  const answer = (send: () => Promise<unknown>) => {
    setSaved(false);
    void run(async () => {
      await send();
      await refresh();
      setSaved(true);
    });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    answer(save);
  };
  return (
    <Card title={title}>
      <p className="mt-1 text-sm text-muted">{what}</p>
      <form noValidate onSubmit={onSubmit} className="mt-4 grid gap-4">
        {children}
        {failure && <ErrorBox>{failure}</ErrorBox>}
        <div className="flex flex-wrap items-center gap-3">
          <ActionButton type="submit" kind="primary" denialReason={denialReason} disabled={running || disabled}>
            {submit}
          </ActionButton>
          {other && (
            <ActionButton denialReason={denialReason} disabled={running} onClick={() => answer(other.save)}>
              {other.label}
            </ActionButton>
          )}
          <p role="status" className="text-sm text-positive">
            {isSaved && "Saved."}
          </p>
        </div>
      </form>
    </Card>
  );
}

interface ChoiceProps extends Pick<QuestionProps, "title" | "what" | "needs" | "submit"> {
  choices: readonly { value: string; label: string; enabled: boolean }[];
  save: (chosen: string[]) => Promise<unknown>;
}

/** How many choices are named above the list, which shows only some at once. */
const mostNamed = 12;

/** A question whose answer is one or more of a list. */
function Choice({ choices, save, title, ...question }: ChoiceProps) {
  const [edited, setEdited] = useState<readonly string[]>();
  const chosen = edited ?? choices.filter(({ enabled }) => enabled).map(({ value }) => value);
  const toggle = (value: string, isChosen: boolean) =>
    setEdited(isChosen ? [...chosen, value] : chosen.filter((one) => one !== value));
  const named = choices.filter(({ value }) => chosen.includes(value)).map(({ label }) => label);
  return (
    <Question {...question} title={title} disabled={chosen.length === 0} save={() => save([...chosen])}>
      <p>{named.length > mostNamed ? `${named.length} are chosen.` : `Chosen: ${named.join(", ") || "none"}`}</p>
      <fieldset className="max-h-72 overflow-y-auto rounded-md border border-border p-3">
        <legend className="sr-only">{title}</legend>
        <div className="grid gap-2 sm:grid-cols-2 xl:grid-cols-3">
          {choices.map(({ value, label }) => (
            <Checkbox
              key={value}
              label={label}
              checked={chosen.includes(value)}
              onChange={(event) => toggle(value, event.target.checked)}
            />
          ))}
        </div>
      </fieldset>
    </Question>
  );
}

function MailQuestion({ mail }: { mail: SetupState["mail"] }) {
  const call = useAdminCall();
  const [url, setUrl] = useState("");
  const [from, setFrom] = useState(mail.from ?? "");
  const put = async (server: { url: string; from: string | null } | null) => {
    await call("PUT /api/admin/setup/mail", { body: { server } });
    setUrl("");
  };
  return (
    <Question
      title="3. Mail"
      what={
        mail.url === null
          ? "Mail is saved as files in the data folder until you name a mail server."
          : `Mail is sent through ${mail.url}. Another address replaces it.`
      }
      needs="roles.write"
      submit="Save the mail server"
      closed={mail.fixed ? "SMTP_URL names the mail server" : undefined}
      disabled={url.trim() === ""}
      save={() => put({ url: url.trim(), from: from.trim() || null })}
      other={mail.url === null ? undefined : { label: "Remove the mail server", save: () => put(null) }}
    >
      <div className="grid gap-4 lg:grid-cols-2">
        <TextField
          label="Mail server"
          autoComplete="off"
          spellCheck={false}
          placeholder="smtp://name:password@mail.example.org:587"
          disabled={mail.fixed}
          value={url}
          onChange={(event) => setUrl(event.target.value)}
        />
        <TextField
          label="Sender"
          type="email"
          autoComplete="off"
          placeholder="prices@example.org"
          disabled={mail.fixed}
          value={from}
          onChange={(event) => setFrom(event.target.value)}
        />
      </div>
    </Question>
  );
}

function CatalogueQuestion({ catalogue }: { catalogue: SetupState["catalogue"] }) {
  const call = useAdminCall();
  const name = useId();
  const [games, setGames] = useState<GameSourceChoice>(catalogue.games ?? "starter");
  const choices: [GameSourceChoice, string, string][] = [
    catalogue.has_steam_key
      ? ["starter", "All of Steam and GOG", "Details are read for days, the most played games first."]
      : [
          "starter",
          `The ${formatCount(catalogue.starter_games)} most reviewed games of Steam, and GOG's catalogue`,
          "First prices within a minute, all details within three hours. No key is needed.",
        ],
    ["gog", "GOG's catalogue alone", "Games and prices within minutes."],
    ["none", "Nothing", "You import files."],
  ];
  return (
    <Question
      title="4. Catalogue"
      what="Where games and prices come from. The first real game replaces the sample."
      needs="config.write"
      submit="Start"
      save={() => call("PUT /api/admin/setup/catalogue", { body: { games } })}
    >
      <fieldset className="grid gap-3">
        <legend className="sr-only">Catalogue</legend>
        {choices.map(([value, label, note]) => (
          <label key={value} className="flex items-start gap-2.5">
            <input
              type="radio"
              name={name}
              className="mt-0.5 size-5 shrink-0 accent-accent-text"
              checked={games === value}
              onChange={() => setGames(value)}
            />
            <span>
              {label}
              <span className="block text-sm text-muted">{note}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </Question>
  );
}

function Missing({ items }: { items: readonly MissingItem[] }) {
  return (
    <Card title="What is missing">
      {items.length === 0 ? (
        <p className="mt-3 text-muted">Nothing: the site is ready for visitors.</p>
      ) : (
        <ul aria-label="Missing" className="mt-3 grid gap-2">
          {items.map(({ what, advice }) => (
            <li key={what} className="flex items-start gap-2.5">
              <CircleDashed aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
              {advice}
            </li>
          ))}
        </ul>
      )}
      <Link to="/admin/{-$tab}" params={{}} className={buttonStyle("secondary", "small", "mt-4")}>
        To the dashboard
      </Link>
    </Card>
  );
}
