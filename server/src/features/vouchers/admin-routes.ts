import type { ListHistory } from "contract/audit/schema.ts";
import { voucherEndpoints as endpoints } from "contract/vouchers/api.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../platform/db/connect.ts";
import { bind, callerOf } from "../../platform/http/bind.ts";
import { changeVoucher, createVoucher, deleteVoucher } from "./commands.ts";
import { listVouchers } from "./queries.ts";

export interface VoucherAdminOptions {
  db: Db;
  listHistory: ListHistory;
}

export function voucherAdminRoutes(app: FastifyInstance, { db, listHistory }: VoucherAdminOptions): void {
  bind(app, endpoints.listVouchers, ({ query: { page, limit, ...filters } }) =>
    listVouchers(db, filters, { limit, offset: (page - 1) * limit, now: new Date() }),
  );

  bind(app, endpoints.createVoucher, async ({ body }, context) => ({
    voucher: await createVoucher(db, callerOf(context), body, { now: new Date() }),
  }));

  bind(app, endpoints.updateVoucher, async ({ params, body: { base_version, ...fields } }, context) => {
    const edit = { fields, baseVersion: base_version };
    return { voucher: await changeVoucher(db, callerOf(context), params.id, edit, new Date()) };
  });

  bind(app, endpoints.deleteVoucher, ({ params }, context) =>
    deleteVoucher(db, callerOf(context), params.id, new Date()),
  );

  bind(app, endpoints.voucherHistory, ({ params, query: { page, limit } }) =>
    listHistory(params.id, { limit, offset: (page - 1) * limit }),
  );
}
