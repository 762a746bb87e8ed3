import type { AdminPlan, Membership } from "contract/subscriptions/schema.ts";
import { useState } from "react";
import { Labelled } from "../../../ui/labelled.tsx";
import { Select } from "../../../ui/select.tsx";
import { useAdminCall } from "../../admin/admin-call.tsx";
import { EditDialog, FormField, problemOf } from "../../admin/edit-dialog.tsx";
import { GameSearch } from "../../admin/game-search.tsx";
import { useEdits } from "../../admin/use-edits.tsx";

/** A membership as typed. */
interface MembershipForm {
  plan: string;
  since: string;
  until: string;
  leaving_on: string;
  country: string;
}

const fieldNames: Record<keyof MembershipForm, string> = {
  plan: "Plan",
  since: "First day",
  until: "First day without it",
  leaving_on: "Announced end",
  country: "Country",
};

const toForm = (membership: Membership | undefined): MembershipForm => ({
  plan: membership?.plan ?? "",
  since: membership?.since ?? "",
  until: membership?.until ?? "",
  leaving_on: membership?.leaving_on ?? "",
  country: membership?.country ?? "",
});

/** The fields as sent; the server checks them. */
const toFields = ({ since, until, leaving_on, country }: MembershipForm) => ({
  since: since || null,
  until: until || null,
  leaving_on: leaving_on || null,
  country: country.trim().toUpperCase() || null,
});

interface MembershipDialogProps {
  /** The membership to edit; a new one without it. */
  membership?: Membership | undefined;
  plans: readonly AdminPlan[];
  /** Called with what was done. */
  onDone: (done: string) => void;
  onClose: () => void;
}

/** Adds, changes or deletes a membership. */
export function MembershipDialog({ membership, plans, onDone, onClose }: MembershipDialogProps) {
  const call = useAdminCall();
  const [game, setGame] = useState<{ id: number; title: string }>();
  const [search, setSearch] = useState("");
  const title = membership?.title ?? game?.title ?? "";
  const edit = useEdits({
    thing: membership,
    toForm,
    names: fieldNames,
    send: (typed, base) => {
      const fields = toFields({ ...toForm(base), ...typed });
      if (!base) {
        const body = { ...fields, game_id: game!.id, plan: typed.plan ?? "" };
        return call("POST /api/admin/subscriptions/memberships", { body });
      }
      const changed = Object.fromEntries(Object.entries(fields).filter(([name]) => name in typed));
      const body = { ...changed, base_version: base.version };
      return call("PUT /api/admin/subscriptions/memberships/{id}", { params: { id: base.id }, body });
    },
    onSaved: () => onDone(`${membership ? "Saved" : "Added"} ${title}.`),
    fallback: "Failed to save the membership",
  });
  const planName = plans.find(({ key }) => key === membership?.plan)?.name ?? membership?.plan;
  return (
    <EditDialog
      title={membership ? `Edit ${title} in ${planName}` : "Add game to plan"}
      edit={edit}
      needs="subscriptions.write"
      submit={membership ? "Save membership" : "Add game"}
      ready={membership !== undefined || game !== undefined}
      onClose={onClose}
      wide
      {...(membership && {
        deletion: {
          what: "membership",
          title: `Delete ${title} from ${planName}?`,
          text: "As if the game had never been part of the plan.",
          run: () => call("DELETE /api/admin/subscriptions/memberships/{id}", { params: { id: membership.id } }),
          done: () => onDone(`Deleted ${title} from ${planName}.`),
        },
      })}
      head={
        !membership && (
          <div className="mt-4">
            <GameSearch
              applied={search}
              onSearch={setSearch}
              chosen={game?.id ?? null}
              onChoose={(id, chosen) => setGame({ id, title: chosen })}
            />
          </div>
        )
      }
    >
      {!membership && (
        <Labelled label={fieldNames.plan} error={problemOf(edit.problems, "plan")}>
          <Select label={fieldNames.plan} value={edit.form.plan} onChoose={(plan) => edit.change({ plan })}>
            {edit.form.plan === "" && <option value="">Choose a plan</option>}
            {plans.map(({ key, name }) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </Select>
        </Labelled>
      )}
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <FormField edit={edit} names={fieldNames} field="since" type="date" hint="Empty if it is not known" />
        <FormField edit={edit} names={fieldNames} field="until" type="date" hint="Empty while it is in the plan" />
        <FormField edit={edit} names={fieldNames} field="leaving_on" type="date" />
        <FormField edit={edit} names={fieldNames} field="country" hint="Its code; empty for everywhere" />
      </div>
    </EditDialog>
  );
}
