import { contactEndpoints } from "contract/contact/api.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../platform/db/connect.ts";
import { bind, callerOf } from "../../platform/http/bind.ts";
import { moveSubmission } from "./commands.ts";
import { toContactSubmission } from "./present.ts";
import { listSubmissions } from "./queries.ts";

export function contactAdminRoutes(app: FastifyInstance, db: Db): void {
  bind(app, contactEndpoints.listSubmissions, async ({ query: { page, limit, sortBy, sortOrder, search, status } }) => {
    const query = { search, status, sort: sortBy, order: sortOrder, limit, offset: (page - 1) * limit };
    const { submissions, total } = await listSubmissions(db, query);
    return { submissions: submissions.map(toContactSubmission), total };
  });

  bind(app, contactEndpoints.updateSubmission, async ({ params, body: { status, base_version } }, context) => {
    const change = { status, baseVersion: base_version };
    const submission = await moveSubmission(db, callerOf(context), params.id, change, new Date());
    return { submission: toContactSubmission(submission) };
  });
}
