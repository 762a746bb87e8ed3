import type { FastifyInstance } from "fastify";
import { expect } from "vitest";
import { retryOn503 } from "./hostile/retry-on-503.ts";

type Method = "GET" | "POST" | "PUT" | "DELETE";

/** The password of `person`. */
export const password = "correct horse";

/** Calls of the account API, and people who register by it. */
export function accountCalls(app: FastifyInstance) {
  let created = 0;

  async function call(route: `${Method} ${string}`, payload?: object, token?: string, headers = {}) {
    const [method, url] = route.split(" ") as [Method, string];
    const authorization = token ? { authorization: `Bearer ${token}` } : {};
    const send = () => app.inject({ method, url, payload, headers: { ...authorization, ...headers } });
    const response = await retryOn503(send);
    return {
      status: response.statusCode,
      body: response.body ? response.json() : undefined,
      headers: response.headers,
    };
  }

  function person() {
    created += 1;
    return { username: `person_${created}`, email: `Person${created}@Example.com`, password, birthday: "1990-05-17" };
  }

  async function register(more: object = {}) {
    const given = { ...person(), ...more };
    const { status, body } = await call("POST /api/auth/register", given);
    expect(status).toBe(201);
    return { ...given, token: body.token as string, user: body.user, id: body.user.id as number };
  }

  const login = (email: string, pass = password, more = {}) =>
    call("POST /api/auth/login", { email, password: pass, ...more });

  return { call, person, register, login };
}
