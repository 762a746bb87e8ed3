import { contactEndpoints } from "contract/contact/api.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../db/connect.ts";
import { bind, callerOf } from "../http/bind.ts";
import { moveSubmission } from "./commands.ts";
import { toContactSubmission } from "./present.ts";
import { listSubmissions } from "./queries.ts";
import type { Inbox } from "./snapshot.ts";

export function contactAdminRoutes(app: FastifyInstance, db: Db, inbox: Inbox): void {
  bind(app, contactEndpoints.listSubmissions, async ({ query: { page, limit, sortBy, sortOrder, search, status } }) => {
    const part = { sort: sortBy, order: sortOrder, limit, offset: (page - 1) * limit };
    const { ids, total } = await inbox.find({ search, status }, part);
    return { submissions: (await listSubmissions(db, ids)).map(toContactSubmission), total };
  });

  bind(app, contactEndpoints.updateSubmission, async ({ params, body: { status, base_version } }, context) => {
    const wanted = { status, baseVersion: base_version };
    const submission = await moveSubmission(db, callerOf(context), params.id, wanted, new Date());
    return { submission: toContactSubmission(submission) };
  });
}
