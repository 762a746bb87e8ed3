import { voucherEndpoints } from "contract/vouchers/api.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../platform/db/connect.ts";
import { bind } from "../../platform/http/bind.ts";
import { addressKey, type Limits } from "../../platform/http/limits/rate-limit.ts";
import type { SecretKey } from "../../platform/process/secret-key.ts";
import { voteOnVoucher } from "./commands.ts";

const hour = 3_600_000;

export interface VoucherOptions {
  db: Db;
  secretKey: SecretKey;
  limits: Limits;
}

export function voucherRoutes(app: FastifyInstance, { db, secretKey, limits }: VoucherOptions): void {
  const countVote = limits.perAddress("votes on vouchers", 20, hour, "Too many votes. Try again later.");
  const key = secretKey.derive("voters");

  bind(app, voucherEndpoints.voteOnVoucher, async ({ params, body }, { address }) => {
    await countVote(address);
    const vote = { works: body.works, address: addressKey(address), key };
    const { works, fails } = await voteOnVoucher(db, params.id, vote, new Date());
    return { works, fails };
  });
}
