import { type Permission, permissions } from "contract/permissions.ts";

/** Every permission by what it concerns: `content` with `content.read`, `content.write` and so on. */
export const permissionGroups: readonly { name: string; permissions: readonly Permission[] }[] = [
  ...Map.groupBy(permissions, (permission) => permission.split(".")[0]!),
].map(([name, permissions]) => ({ name, permissions }));
