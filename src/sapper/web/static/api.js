/**
 * The server, as functions. Every failure is one of two errors: ApiError, which the server
 * explains, and ConnectionLost, when it did not answer.
 */

/** The server said no. */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {{code?: string, message?: string, hint?: string | null, cell?: [number, number]}} error
   */
  constructor(status, error) {
    super(error.message ?? `The server answered ${status}.`);
    this.name = "ApiError";
    this.status = status;
    this.code = error.code ?? "";
    this.hint = error.hint ?? "";
    this.cell = error.cell ?? null;
  }
}

/** The server did not answer. */
export class ConnectionLost extends Error {
  constructor() {
    super("The server does not answer.");
    this.name = "ConnectionLost";
  }
}

/** @param {unknown} error */
export const isLost = (error) => error instanceof ConnectionLost;
/** @param {unknown} error */
export const isStale = (error) => error instanceof ApiError && error.status === 409;

/**
 * @param {string} method @param {string} path under /api @param {unknown} [body]
 * @returns {Promise<any>} what the server answered
 */
export async function call(method, path, body) {
  let response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      credentials: "same-origin",
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : writeJson(body),
    });
  } catch {
    throw new ConnectionLost();
  }
  const isJson = response.headers.get("Content-Type")?.includes("json");
  /** @type {any} */
  let answer;
  try {
    const text = await response.text();
    answer = isJson ? readJson(text) : text;
  } catch {
    throw new ConnectionLost();
  }
  // A proxy speaks for a server that is away; the server itself says when its disk is.
  const isAway = [502, 503, 504].includes(response.status);
  if (isAway && (!isJson || answer.error?.code === "store-error")) throw new ConnectionLost();
  if (!response.ok) throw new ApiError(response.status, (isJson && answer.error) || {});
  return answer;
}

/**
 * Seeds have 64 bits, and numbers of JavaScript only 53: here they are text.
 *
 * @param {string} text @returns {any}
 */
export function readJson(text) {
  return JSON.parse(text.replace(/("seed":\s*)(\d+)/g, '$1"$2"'));
}

/** @param {unknown} value */
export function writeJson(value) {
  return JSON.stringify(value).replace(/("seed":)"(\d+)"/g, "$1$2");
}

/** @param {string} path */
export const get = (path) => call("GET", path);
/** @param {string} path @param {unknown} [body] */
export const post = (path, body = {}) => call("POST", path, body);
/** @param {string} path @param {unknown} body */
export const put = (path, body) => call("PUT", path, body);

/** @param {string} id @param {string} [rest] */
export const gamePath = (id, rest = "") => `/games/${encodeURIComponent(id)}${rest}`;
