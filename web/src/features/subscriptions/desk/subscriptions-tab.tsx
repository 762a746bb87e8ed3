import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { formatCount } from "contract/core/counts.ts";
import { defaultPageSize } from "contract/core/pagination.ts";
import { membershipStates } from "contract/subscriptions/rules.ts";
import type { AdminPlan, Membership, SubscriptionReading } from "contract/subscriptions/schema.ts";
import { type SubmitEvent, useState } from "react";
import { SearchField } from "../../../ui/search-field.tsx";
import { Select } from "../../../ui/select.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { ActionButton, ConfirmButton } from "../../admin/action-button.tsx";
import { useAdminCall } from "../../admin/admin-call.tsx";
import { useDenialReason } from "../../admin/me.ts";
import { formatMoment } from "../../admin/moments.ts";
import { adminKey, useAdminQuery } from "../../admin/queries.ts";
import { TabPager, type TabState, useTabState } from "../../admin/tab-list.tsx";
import { ReadOnlyNote, TabPage, TabUnloaded } from "../../admin/tab-page.tsx";
import { rowStyle, stickyRight, Table } from "../../admin/table.tsx";
import { ChangeMessage, type Changes, useChanges } from "../../admin/use-changes.tsx";

const overviewQuery = (call: Call) =>
  queryOptions({
    queryKey: [adminKey, "subscriptions"],
    queryFn: ({ signal }) => call("GET /api/admin/subscriptions", {}, { signal }),
  });

interface State extends TabState {
  search: string;
  plan: string;
  state: Membership["state"] | "";
}

const defaults: State = { page: 1, search: "", plan: "", state: "" };

const membershipsQuery = (call: Call, { search, plan, state, page }: State) => {
  const query = { search, page, limit: defaultPageSize, ...(plan && { plan }), ...(state && { state }) };
  return queryOptions({
    queryKey: [adminKey, "subscriptions", "memberships", query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call("GET /api/admin/subscriptions/memberships", { query }, { signal }),
  });
};

/** Services, plans with their prices, and which games they have when (spec/subscriptions 1). */
export function SubscriptionsTab() {
  return (
    <TabPage>
      <Subscriptions />
    </TabPage>
  );
}

function Subscriptions() {
  const call = useAdminCall();
  const changes = useChanges();
  const { data, error, refetch } = useAdminQuery(overviewQuery(call));
  if (!data) return <TabUnloaded error={error} failed="Failed to load subscriptions" onRetry={refetch} />;
  const { services, plans, readings } = data;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div>
        <ReadOnlyNote needs="subscriptions.write" />
        <ChangeMessage changes={changes} />
      </div>
      <section aria-labelledby="plans">
        <h2 id="plans" className="mb-3 text-lg">
          Plans
        </h2>
        <Table
          label="Plans"
          columns={["Plan", "Service", "Includes", "Prices", { head: "Games", count: true }, "Games stay", "Actions"]}
        >
          {plans.map((plan) => (
            <PlanRow
              key={plan.key}
              plan={plan}
              service={services.find(({ key }) => key === plan.service)?.name ?? plan.service}
              changes={changes}
            />
          ))}
        </Table>
        <div className="mt-4 grid gap-4 lg:grid-cols-3">
          <AddForm
            title="Add service"
            fields={[
              ["key", "Key"],
              ["name", "Name"],
            ]}
            onAdd={({ key = "", name = "" }) =>
              changes.make(`Added ${name}.`, () =>
                call("POST /api/admin/subscriptions/services", { body: { key, name } }),
              )
            }
          />
          <AddForm
            title="Add plan"
            fields={[
              ["key", "Key"],
              ["name", "Name"],
              ["service", `Service: ${services.map(({ key }) => key).join(", ") || "add one first"}`],
              ["includes", "Keys of included plans, by commas"],
              ["countries", "Countries, by commas (empty: everywhere)"],
            ]}
            onAdd={({ key = "", name = "", service = "", includes, countries }) =>
              changes.make(`Added ${name}.`, () =>
                call("POST /api/admin/subscriptions/plans", {
                  body: {
                    key,
                    name,
                    service,
                    includes: wordsOf(includes),
                    countries: wordsOf(countries).length > 0 ? wordsOf(countries) : null,
                  },
                }),
              )
            }
          />
          <AddForm
            title="Set price"
            fields={[
              ["key", "Key of the plan"],
              ["country", "Country"],
              ["currency", "Currency"],
              ["price", "Price for a month"],
              ["since", "First day (empty: today)"],
            ]}
            onAdd={({ key = "", country = "", currency = "", price, since }) =>
              changes.make("The price is set.", () =>
                call("POST /api/admin/subscriptions/plans/{key}/prices", {
                  params: { key },
                  body: { country, currency, price: Number(price), ...(since && { since }) },
                }),
              )
            }
          />
        </div>
      </section>
      <Memberships plans={plans} changes={changes} />
      <Readings readings={readings} changes={changes} />
    </div>
  );
}

const wordsOf = (text = "") => text.split(",").flatMap((word) => word.trim() || []);

function PlanRow({ plan, service, changes }: { plan: AdminPlan; service: string; changes: Changes }) {
  const call = useAdminCall();
  const denialReason = useDenialReason()("subscriptions.write");
  const { key, name, includes, prices, members, median_days: days } = plan;
  return (
    <tr className={rowStyle}>
      <td className="min-w-40 py-1">
        <span className="font-medium">{name}</span> <span className="text-xs text-muted">{key}</span>
      </td>
      <td>{service}</td>
      <td>{includes.join(", ") || "–"}</td>
      <td className="max-w-72">
        {prices.map(({ country, currency, price }) => `${country} ${price} ${currency}`).join(", ") || "–"}
      </td>
      <td className="figures text-end">{formatCount(members)}</td>
      <td className="whitespace-nowrap">{days === null ? "Not known" : `${days} days`}</td>
      <td className={stickyRight}>
        <ConfirmButton
          size="small"
          denialReason={denialReason}
          question={{
            title: `Delete ${name}?`,
            action: "Delete plan",
            text: "Its prices and memberships are deleted too.",
            onConfirm: () =>
              changes.make(`Deleted ${name}.`, () =>
                call("DELETE /api/admin/subscriptions/plans/{key}", { params: { key } }),
              ),
            failed: "Something went wrong",
          }}
        >
          Delete
        </ConfirmButton>
      </td>
    </tr>
  );
}

interface AddFormProps {
  title: string;
  /** Names and labels. */
  fields: readonly (readonly [string, string])[];
  onAdd: (values: Record<string, string>) => Promise<void>;
}

function AddForm({ title, fields, onAdd }: AddFormProps) {
  const denialReason = useDenialReason()("subscriptions.write");
  const [values, setValues] = useState<Record<string, string>>({});
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    await onAdd(values);
  };
  return (
    <details className="rounded-lg border border-border bg-raised p-4">
      <summary className="font-medium">{title}</summary>
      <form aria-label={title} className="mt-3 grid gap-3" onSubmit={(event) => void submit(event)}>
        {fields.map(([name, label]) => (
          <TextField
            key={name}
            label={label}
            value={values[name] ?? ""}
            autoComplete="off"
            onChange={({ target }) => setValues((before) => ({ ...before, [name]: target.value }))}
          />
        ))}
        <ActionButton kind="primary" size="small" type="submit" denialReason={denialReason}>
          {title}
        </ActionButton>
      </form>
    </details>
  );
}

const stateNames = { current: "In the plan", upcoming: "Joins later", ended: "Has left" };

function Memberships({ plans, changes }: { plans: readonly AdminPlan[]; changes: Changes }) {
  const call = useAdminCall();
  const { state, show, searchOf } = useTabState(defaults, { state: ["", ...membershipStates] });
  const { data } = useAdminQuery(membershipsQuery(call, state));
  return (
    <section aria-labelledby="memberships">
      <h2 id="memberships" className="mb-3 text-lg">
        Memberships
      </h2>
      <div className="mb-4 flex flex-wrap gap-3">
        <SearchField
          label="Search memberships"
          placeholder="Title of a game"
          clearLabel="Clear search"
          value={state.search}
          onChange={(search) => show({ search }, { replace: true })}
        />
        <Select label="Plan" className="w-52" value={state.plan} onChoose={(plan) => show({ plan })}>
          <option value="">All plans</option>
          {plans.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </Select>
        <Select
          label="State"
          className="w-52"
          value={state.state}
          onChoose={(value) => show({ state: value as State["state"] })}
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
        columns={["Game", "Plan", "Country", "From", "Until", "Announced end", "Source", "Actions"]}
      >
        {data?.memberships.map((one) => (
          <MembershipRow key={`${one.id} ${one.version}`} membership={one} changes={changes} />
        ))}
      </Table>
      {data && (
        <TabPager
          page={state.page}
          total={data.total}
          pageSize={defaultPageSize}
          searchOf={(change) => searchOf(change)}
        />
      )}
      <div className="mt-4 max-w-md">
        <AddForm
          title="Add game to plan"
          fields={[
            ["game_id", "Id of the game"],
            ["plan", "Key of the plan"],
            ["since", "First day, such as 2026-01-31"],
            ["until", "First day without it"],
            ["leaving_on", "Announced last day"],
            ["country", "Country (empty: everywhere)"],
          ]}
          onAdd={({ game_id, plan = "", since, until, leaving_on, country }) =>
            changes.make("The game is part of the plan.", () =>
              call("POST /api/admin/subscriptions/memberships", {
                body: {
                  game_id: Number(game_id),
                  plan,
                  since: since || null,
                  until: until || null,
                  leaving_on: leaving_on || null,
                  country: country || null,
                },
              }),
            )
          }
        />
      </div>
    </section>
  );
}

function MembershipRow({ membership, changes }: { membership: Membership; changes: Changes }) {
  const call = useAdminCall();
  const denialReason = useDenialReason()("subscriptions.write");
  const { id, title, plan, country, since, until, leaving_on, source, version } = membership;
  const today = new Date().toISOString().slice(0, 10);
  return (
    <tr className={rowStyle}>
      <td className="min-w-40 py-1 font-medium">{title}</td>
      <td>{plan}</td>
      <td>{country ?? "All"}</td>
      <td className="whitespace-nowrap">{since ?? "Not known"}</td>
      <td className="whitespace-nowrap">{until ?? "–"}</td>
      <td className="whitespace-nowrap">{leaving_on ?? "–"}</td>
      <td className="max-w-48 truncate">{source}</td>
      <td className={stickyRight}>
        <div className="flex gap-2 py-1">
          {until === null && (
            <ActionButton
              size="small"
              denialReason={denialReason}
              onClick={() =>
                void changes.make(`${title} left ${plan} today.`, () =>
                  call("PUT /api/admin/subscriptions/memberships/{id}", {
                    params: { id },
                    body: { until: today, base_version: version },
                  }),
                )
              }
            >
              Left today
            </ActionButton>
          )}
          <ConfirmButton
            size="small"
            denialReason={denialReason}
            question={{
              title: `Delete ${title}?`,
              action: "Delete membership",
              text: `As if it had never been part of ${plan}.`,
              onConfirm: () =>
                changes.make(`Deleted ${title} from ${plan}.`, () =>
                  call("DELETE /api/admin/subscriptions/memberships/{id}", { params: { id } }),
                ),
              failed: "Something went wrong",
            }}
          >
            Delete
          </ConfirmButton>
        </div>
      </td>
    </tr>
  );
}

const readingNames = { applied: "Applied", held: "Held", accepted: "Accepted", failed: "Failed" };

function Readings({ readings, changes }: { readings: readonly SubscriptionReading[]; changes: Changes }) {
  const call = useAdminCall();
  const denialReason = useDenialReason()("subscriptions.write");
  if (readings.length === 0) return null;
  return (
    <section aria-labelledby="readings">
      <h2 id="readings" className="mb-3 text-lg">
        Readings
      </h2>
      <Table
        label="Readings"
        columns={[
          "Read",
          "Plan",
          "Source",
          "State",
          { head: "Entries", count: true },
          { head: "Joined", count: true },
          { head: "Left", count: true },
          "Actions",
        ]}
      >
        {readings.map(({ id, at, plan, source, state, problem, seen, joined, left }) => (
          <tr key={id} className={rowStyle}>
            <td className="whitespace-nowrap">{formatMoment(at)}</td>
            <td>{plan}</td>
            <td className="max-w-48 truncate">{source}</td>
            <td className="min-w-44">{`${readingNames[state]}${problem ? `: ${problem}` : ""}`}</td>
            <td className="figures text-end">{formatCount(seen)}</td>
            <td className="figures text-end">{formatCount(joined)}</td>
            <td className="figures text-end">{formatCount(left)}</td>
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
    </section>
  );
}
