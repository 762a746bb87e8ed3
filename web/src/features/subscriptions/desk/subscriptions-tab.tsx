import { countOf, formatCount } from "contract/core/counts.ts";
import { defaultPageSize } from "contract/core/pagination.ts";
import { membershipStates } from "contract/subscriptions/rules.ts";
import type { AdminPlan, AdminService, Membership, SubscriptionReading } from "contract/subscriptions/schema.ts";
import Plus from "lucide-static/icons/plus.svg?react";
import Ticket from "lucide-static/icons/ticket.svg?react";
import { type ReactNode, useState } from "react";
import { FailureNotice } from "../../../ui/failure-notice.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Select } from "../../../ui/select.tsx";
import { ActionButton } from "../../admin/action-button.tsx";
import { serverMessageOf, useAdminCall } from "../../admin/admin-call.tsx";
import { useDenialReason } from "../../admin/me.ts";
import { formatMoment } from "../../admin/moments.ts";
import { OpeningName } from "../../admin/opening-name.tsx";
import { useAdminQuery } from "../../admin/queries.ts";
import { TabPager, TabSearch, useTabState } from "../../admin/tab-list.tsx";
import { ReadOnlyNote, TabPage, TabUnloaded } from "../../admin/tab-page.tsx";
import { type Column, rowStyle, stickyRight, Table } from "../../admin/table.tsx";
import { ChangeMessage, type Changes, useChanges } from "../../admin/use-changes.tsx";
import { type MembershipsState, membershipsQuery, overviewQuery } from "./admin-queries.ts";
import { MembershipDialog } from "./membership-dialog.tsx";
import { PlanDialog, ServiceDialog } from "./plan-dialog.tsx";

const defaults: MembershipsState = { page: 1, search: "", plan: "", state: "" };

/** What the dialog is about; a new one without its key or membership. */
type Opened =
  | { what: "service"; key?: string }
  | { what: "plan"; key?: string }
  | { what: "membership"; membership?: Membership };

/** Services, plans with their prices, and which games they have when (spec/subscriptions 1). */
export function SubscriptionsTab() {
  const [opened, setOpened] = useState<Opened | null>(null);
  const denialReason = useDenialReason()("subscriptions.write");
  const add = (label: string, next: Opened) => (
    <ActionButton size="small" denialReason={denialReason} onClick={() => setOpened(next)}>
      <Plus aria-hidden className="size-4" />
      {label}
    </ActionButton>
  );
  return (
    <TabPage
      actions={
        <>
          {add("Add service", { what: "service" })}
          {add("Add plan", { what: "plan" })}
          {add("Add game", { what: "membership" })}
        </>
      }
    >
      <Subscriptions opened={opened} onOpen={setOpened} />
    </TabPage>
  );
}

function Subscriptions({ opened, onOpen }: { opened: Opened | null; onOpen: (opened: Opened | null) => void }) {
  const changes = useChanges();
  const { data, error, refetch } = useAdminQuery(overviewQuery(useAdminCall()));
  if (!data) return <TabUnloaded error={error} failed="Failed to load subscriptions" onRetry={refetch} />;
  const { services, plans, readings } = data;
  const close = () => onOpen(null);
  const dialog = {
    onClose: close,
    onDone: (done: string) => {
      changes.report(done);
      close();
    },
  };
  const keyed = opened && "key" in opened ? opened.key : undefined;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div>
        <ReadOnlyNote needs="subscriptions.write" />
        <ChangeMessage changes={changes} />
      </div>
      <Section title="Plans">
        <Table
          label="Plans"
          columns={planColumns(services, onOpen)}
          rows={plans}
          rowKey={({ key }) => key}
          align="middle"
          empty={
            <Notice icon={Ticket} title="No plans" level={3}>
              Add a service, then its plans. Visitors see nothing of subscriptions until a plan has games.
            </Notice>
          }
        />
      </Section>
      {services.length > 0 && (
        <Section title="Services">
          <Table
            label="Services"
            columns={serviceColumns(plans, onOpen)}
            rows={services}
            rowKey={({ key }) => key}
            align="middle"
          />
        </Section>
      )}
      <Memberships
        plans={plans}
        changes={changes}
        onOpen={(membership) => onOpen({ what: "membership", membership })}
      />
      <Readings readings={readings} changes={changes} />
      {opened?.what === "service" && <ServiceDialog service={services.find(({ key }) => key === keyed)} {...dialog} />}
      {opened?.what === "plan" && (
        <PlanDialog plan={plans.find(({ key }) => key === keyed)} plans={plans} services={services} {...dialog} />
      )}
      {opened?.what === "membership" && <MembershipDialog membership={opened.membership} plans={plans} {...dialog} />}
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-3 text-lg">{title}</h2>
      {children}
    </section>
  );
}

/** A name that opens its dialog, with its key below. */
function NameWithKey({ name, of, onOpen }: { name: string; of: string; onOpen: () => void }) {
  return (
    <span className="grid justify-items-start">
      <OpeningName name={name} onOpen={onOpen} />
      <span className="text-xs text-muted">{of}</span>
    </span>
  );
}

function planColumns(services: readonly AdminService[], onOpen: (opened: Opened) => void): Column<AdminPlan>[] {
  return [
    {
      head: "Plan",
      className: "min-w-40",
      cell: ({ key, name, service }) => (
        <NameWithKey
          name={name}
          of={`${key} · ${services.find((one) => one.key === service)?.name ?? service}`}
          onOpen={() => onOpen({ what: "plan", key })}
        />
      ),
    },
    { head: "Includes", cell: ({ includes }) => includes.join(", ") || "–" },
    { head: "Countries", className: "max-w-40 min-w-28", cell: ({ countries }) => countries?.join(", ") ?? "All" },
    { head: "Prices", className: "max-w-72 min-w-40", cell: ({ prices }) => pricesOf(prices) },
    { head: "Games", count: true, cell: ({ members }) => formatCount(members) },
    {
      head: "Games stay",
      className: "whitespace-nowrap",
      cell: ({ median_days: days }) => (days === null ? "Not known" : countOf(days, "day")),
    },
  ];
}

/** Prices that are shown in a row. */
const shownPrices = 4;

function pricesOf(prices: AdminPlan["prices"]): string {
  const shown = prices.slice(0, shownPrices).map(({ country, currency, price }) => `${country} ${price} ${currency}`);
  const more = prices.length - shown.length;
  return [...shown, ...(more > 0 ? [`${formatCount(more)} more`] : [])].join(", ") || "–";
}

function serviceColumns(plans: readonly AdminPlan[], onOpen: (opened: Opened) => void): Column<AdminService>[] {
  return [
    {
      head: "Service",
      cell: ({ key, name }) => <NameWithKey name={name} of={key} onOpen={() => onOpen({ what: "service", key })} />,
    },
    { head: "Plans", count: true, cell: ({ key }) => plans.filter(({ service }) => service === key).length },
  ];
}

const stateNames = { current: "In the plan", upcoming: "Joins later", ended: "Has left" };

interface MembershipsProps {
  plans: readonly AdminPlan[];
  changes: Changes;
  onOpen: (membership: Membership) => void;
}

function Memberships({ plans, changes, onOpen }: MembershipsProps) {
  const { state, show, searchOf } = useTabState(defaults, { state: ["", ...membershipStates] });
  const { data, error, isPlaceholderData, refetch } = useAdminQuery(membershipsQuery(useAdminCall(), state));
  if (error && !data) {
    return <FailureNotice title={serverMessageOf(error, "Failed to load memberships")} onRetry={refetch} />;
  }
  return (
    <Section title="Memberships">
      <div className="mb-4 flex flex-wrap gap-2.5">
        <TabSearch
          label="Search by title of a game"
          applied={state.search}
          onSearch={(search) => show({ search }, { replace: state.search !== "" })}
          className="min-w-64 grow"
        />
        <Select label="Plan" className="w-44" value={state.plan} onChoose={(plan) => show({ plan })}>
          <option value="">All plans</option>
          {plans.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </Select>
        <Select
          label="State"
          className="w-44"
          value={state.state}
          onChoose={(value) => show({ state: value as MembershipsState["state"] })}
        >
          <option value="">All states</option>
          {membershipStates.map((value) => (
            <option key={value} value={value}>
              {stateNames[value]}
            </option>
          ))}
        </Select>
      </div>
      <Table
        label="Memberships"
        columns={membershipColumns(plans, changes, onOpen)}
        rows={data?.memberships}
        rowKey={({ id, version }) => `${id} ${version}`}
        loading={isPlaceholderData}
        align="middle"
        empty={
          <Notice icon={Ticket} title="No games" level={3}>
            Add one, or import a file: npm run cli -- import subscriptions FILE --plan KEY
          </Notice>
        }
      />
      <TabPager page={state.page} total={data?.total ?? 0} pageSize={defaultPageSize} searchOf={searchOf} />
    </Section>
  );
}

function membershipColumns(
  plans: readonly AdminPlan[],
  changes: Changes,
  onOpen: (membership: Membership) => void,
): Column<Membership>[] {
  const day = "whitespace-nowrap";
  return [
    {
      head: "Game",
      className: "min-w-40",
      cell: (membership) => <OpeningName name={membership.title} onOpen={() => onOpen(membership)} />,
    },
    { head: "Plan", className: "min-w-28", cell: ({ plan }) => plans.find(({ key }) => key === plan)?.name ?? plan },
    { head: "Country", cell: ({ country }) => country ?? "All" },
    { head: "From", className: day, cell: ({ since }) => since ?? "Not known" },
    {
      head: "Until",
      className: day,
      cell: ({ until, leaving_on: announced }) => (
        <>
          {until ?? announced ?? "–"}
          {announced && (
            <span className="block text-xs text-muted">{until ? `announced ${announced}` : "announced"}</span>
          )}
        </>
      ),
    },
    { head: "Source", className: `max-w-48 truncate ${wide}`, cell: ({ source }) => source },
    {
      head: "Actions",
      className: stickyRight,
      cell: (membership) => membership.state === "current" && <LeftToday membership={membership} changes={changes} />,
    },
  ];
}

function LeftToday({ membership, changes }: { membership: Membership; changes: Changes }) {
  const call = useAdminCall();
  const denialReason = useDenialReason()("subscriptions.write");
  const { id, title, plan, version } = membership;
  const leave = () =>
    changes.make(`${title} left ${plan} today.`, () =>
      call("PUT /api/admin/subscriptions/memberships/{id}", {
        params: { id },
        body: { until: new Date().toISOString().slice(0, 10), base_version: version },
      }),
    );
  return (
    <ActionButton
      size="small"
      denialReason={denialReason}
      aria-label={`${title} left ${plan} today`}
      onClick={() => void leave()}
    >
      Left today
    </ActionButton>
  );
}

const readingNames = { applied: "Applied", held: "Held", accepted: "Accepted", failed: "Failed" };

/** Columns that smaller windows have no room for. */
const wide = "max-xl:hidden";

function Readings({ readings, changes }: { readings: readonly SubscriptionReading[]; changes: Changes }) {
  const call = useAdminCall();
  const denialReason = useDenialReason()("subscriptions.write");
  if (readings.length === 0) return null;
  return (
    <Section title="Readings">
      <Table
        label="Readings"
        columns={[
          "Read",
          "Plan",
          { head: "Source", className: wide },
          "State",
          { head: "Entries", count: true },
          { head: "Joined", count: true },
          { head: "Left", count: true },
          { head: "Waiting", count: true, className: wide },
          { head: "Refused", count: true, className: wide },
          "Actions",
        ]}
      >
        {readings.map(({ id, at, plan, source, state, problem, seen, joined, left, waiting, refused }) => (
          <tr key={id} className={rowStyle}>
            <td className="whitespace-nowrap">{formatMoment(at)}</td>
            <td className="whitespace-nowrap">{plan}</td>
            <td className={`max-w-48 truncate ${wide}`}>{source}</td>
            <td className="min-w-40 py-2">{`${readingNames[state]}${problem ? `: ${problem}` : ""}`}</td>
            <td className="figures text-end">{formatCount(seen)}</td>
            <td className="figures text-end">{formatCount(joined)}</td>
            <td className="figures text-end">{formatCount(left)}</td>
            <td className={`figures text-end ${wide}`}>{formatCount(waiting)}</td>
            <td className={`figures text-end ${wide}`}>{formatCount(refused)}</td>
            <td className={stickyRight}>
              {state === "held" && seen > 0 && (
                <ActionButton
                  size="small"
                  denialReason={denialReason}
                  onClick={() =>
                    void changes.make("The next reading may be as small.", () =>
                      call("POST /api/admin/subscriptions/readings/{id}/accept", { params: { id } }),
                    )
                  }
                >
                  Accept
                </ActionButton>
              )}
            </td>
          </tr>
        ))}
      </Table>
    </Section>
  );
}
