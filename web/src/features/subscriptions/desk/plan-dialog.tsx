import type { AdminPlan, AdminService } from "contract/subscriptions/schema.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Labelled } from "../../../ui/labelled.tsx";
import { Select } from "../../../ui/select.tsx";
import { useAdminCall } from "../../admin/admin-call.tsx";
import { EditDialog, FormField, problemOf } from "../../admin/edit-dialog.tsx";
import { wordsOf } from "../../admin/typed.ts";
import { useEdits } from "../../admin/use-edits.tsx";
import { ChangeHistory } from "../../audit/change-history.tsx";
import { PlanPrices } from "./plan-prices.tsx";

const keyHint = "Names it in addresses, and cannot be changed: lower-case letters, digits, hyphens";

interface DialogProps {
  /** Called with what was done. */
  onDone: (done: string) => void;
  onClose: () => void;
}

/** A service as typed. */
interface ServiceForm {
  key: string;
  name: string;
}

const serviceNames: Record<keyof ServiceForm, string> = { key: "Key", name: "Name" };

/** Adds, renames or deletes a service, with its history. */
export function ServiceDialog({ service, onDone, onClose }: DialogProps & { service?: AdminService | undefined }) {
  const call = useAdminCall();
  const edit = useEdits({
    thing: service,
    toForm: (one): ServiceForm => ({ key: one?.key ?? "", name: one?.name ?? "" }),
    names: serviceNames,
    send: ({ key = "", name = "" }, base) => {
      if (!base) return call("POST /api/admin/subscriptions/services", { body: { key: key.trim(), name } });
      const body = { name, base_version: base.version };
      return call("PUT /api/admin/subscriptions/services/{key}", { params: { key: base.key }, body });
    },
    onSaved: () => onDone(`Saved ${edit.form.name.trim()}.`),
    fallback: "Failed to save the service",
  });
  return (
    <EditDialog
      title={service ? `Edit ${service.name}` : "Add service"}
      edit={edit}
      needs="subscriptions.write"
      submit={service ? "Save service" : "Add service"}
      onClose={onClose}
      {...(service && {
        deletion: {
          what: "service",
          title: `Delete ${service.name}?`,
          text: "Its plans must be deleted first.",
          run: () => call("DELETE /api/admin/subscriptions/services/{key}", { params: { key: service.key } }),
          done: () => onDone(`Deleted ${service.name}.`),
        },
      })}
      rest={service && <ChangeHistory kind="service" id={service.key} />}
    >
      {!service && <FormField edit={edit} names={serviceNames} field="key" hint={keyHint} />}
      <FormField edit={edit} names={serviceNames} field="name" />
    </EditDialog>
  );
}

/** A plan as typed; lists are separated by commas. */
interface PlanForm {
  key: string;
  name: string;
  service: string;
  countries: string;
  includes: string;
}

const planNames: Record<keyof PlanForm, string> = {
  key: "Key",
  name: "Name",
  service: "Service",
  countries: "Countries",
  includes: "Includes the games of",
};

const toForm = (plan: AdminPlan | undefined): PlanForm => ({
  key: plan?.key ?? "",
  name: plan?.name ?? "",
  service: plan?.service ?? "",
  countries: plan?.countries?.join(", ") ?? "",
  includes: plan?.includes.join(", ") ?? "",
});

/** The fields as sent; the server checks them. */
function toFields({ name, service, countries, includes }: PlanForm) {
  const codes = wordsOf(countries.toUpperCase());
  return { name, service, countries: codes.length > 0 ? codes : null, includes: wordsOf(includes) };
}

interface PlanDialogProps extends DialogProps {
  /** The plan to edit; a new one without it. */
  plan?: AdminPlan | undefined;
  plans: readonly AdminPlan[];
  services: readonly AdminService[];
}

/** Adds, changes or deletes a plan, with its prices and its history. */
export function PlanDialog({ plan, plans, services, onDone, onClose }: PlanDialogProps) {
  const call = useAdminCall();
  const edit = useEdits({
    thing: plan,
    toForm,
    names: planNames,
    send: (typed, base) => {
      const fields = toFields({ ...toForm(base), ...typed });
      if (!base) {
        return call("POST /api/admin/subscriptions/plans", { body: { ...fields, key: (typed.key ?? "").trim() } });
      }
      const changed = Object.fromEntries(Object.entries(fields).filter(([name]) => name in typed));
      const body = { ...changed, base_version: base.version };
      return call("PUT /api/admin/subscriptions/plans/{key}", { params: { key: base.key }, body });
    },
    onSaved: () => onDone(`Saved ${edit.form.name.trim()}.`),
    fallback: "Failed to save the plan",
  });
  const { form, problems, change } = edit;
  return (
    <EditDialog
      title={plan ? `Edit ${plan.name}` : "Add plan"}
      edit={edit}
      needs="subscriptions.write"
      submit={plan ? "Save plan" : "Add plan"}
      onClose={onClose}
      wide
      {...(plan && {
        deletion: {
          what: "plan",
          title: `Delete ${plan.name}?`,
          text: "Its prices and memberships are deleted too.",
          run: () => call("DELETE /api/admin/subscriptions/plans/{key}", { params: { key: plan.key } }),
          done: () => onDone(`Deleted ${plan.name}.`),
        },
      })}
      rest={
        plan && (
          <>
            <PlanPrices plan={plan} />
            <ChangeHistory kind="plan" id={plan.key} />
          </>
        )
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {!plan && <FormField edit={edit} names={planNames} field="key" hint={keyHint} />}
        <FormField edit={edit} names={planNames} field="name" />
        <Labelled label={planNames.service} error={problemOf(problems, "service")}>
          <Select label={planNames.service} value={form.service} onChoose={(service) => change({ service })}>
            {!services.some(({ key }) => key === form.service) && <option value="">Choose a service</option>}
            {services.map(({ key, name }) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </Select>
        </Labelled>
        <FormField edit={edit} names={planNames} field="countries" hint="Such as US, GB; empty for everywhere" />
      </div>
      <IncludedPlans
        plans={plans.filter(({ key }) => key !== plan?.key)}
        chosen={wordsOf(form.includes)}
        error={problemOf(problems, "includes")}
        onChange={(keys) => change({ includes: keys.join(", ") })}
      />
    </EditDialog>
  );
}

interface IncludedPlansProps {
  plans: readonly AdminPlan[];
  chosen: readonly string[];
  error: string | undefined;
  onChange: (keys: string[]) => void;
}

function IncludedPlans({ plans, chosen, error, onChange }: IncludedPlansProps) {
  if (plans.length === 0) return null;
  const choose = (key: string, isChosen: boolean) =>
    onChange((isChosen ? [...chosen, key] : chosen.filter((one) => one !== key)).toSorted());
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{planNames.includes}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {plans.map(({ key, name }) => (
          <Checkbox
            key={key}
            label={name}
            checked={chosen.includes(key)}
            onChange={({ target }) => choose(key, target.checked)}
          />
        ))}
      </div>
      {error && <p className="mt-1.5 text-sm text-danger">{error}</p>}
    </fieldset>
  );
}
