import { useQueryClient } from "@tanstack/react-query";
import type { RuleBody } from "contract/notifications/rule-schema.ts";
import { useCall } from "../../../api/session.ts";
import { reloadRules } from "../queries.ts";

/** Changes rules. Each function throws what its call throws. */
export function useRuleChanges() {
  const call = useCall();
  const queryClient = useQueryClient();
  return {
    /** Adds a rule, or replaces the one of that id. */
    async save(body: RuleBody, id: number | undefined): Promise<void> {
      if (id === undefined) await call("POST /api/rules", { body });
      else await call("PUT /api/rules/{id}", { params: { id }, body });
      await reloadRules(queryClient);
    },
    async remove(id: number): Promise<void> {
      await call("DELETE /api/rules/{id}", { params: { id } });
      await reloadRules(queryClient);
    },
  };
}
