import { useQuery } from "@tanstack/react-query";
import { Select } from "../../ui/select.tsx";
import { useAdminCall } from "../admin/admin-call.ts";
import { useDenialReason } from "../admin/me.ts";
import { rolesQuery } from "./queries.ts";

/** Filters users: with any role, with a certain role, or all. */
export function RoleFilter({ value, onChange }: { value: string; onChange: (role: string) => void }) {
  const mayNotRead = useDenialReason()("roles.read") !== undefined;
  const { data: roles = [] } = useQuery({ ...rolesQuery(useAdminCall()), enabled: !mayNotRead });
  // an address may name a role by its id, or a deleted one
  const unlisted = value !== "" && value !== "any" && !roles.some(({ name }) => name === value);
  return (
    <Select label="Role" value={value} onChoose={onChange} className="w-52">
      <option value="any">Any admin role</option>
      <option value="">All users</option>
      {roles.map(({ id, name }) => (
        <option key={id}>{name}</option>
      ))}
      {unlisted && <option>{value}</option>}
    </Select>
  );
}
