/**
 * A client for the HTTP API. Failed requests throw ApiError if the server reported an error, or ConnectionLost if it
 * did not respond.
 */

/** An error response from the server. */
export class ApiError extends Error {
  /**
   * @param {number} status The HTTP status code.
   * @param {{code?: string, message?: string, hint?: string | null, cell?: [number, number], field?: string}} error
   *   The error object in the response body.
   */
  constructor(status, error) {
    super(error.message ?? `The request failed with status ${status}.`);
    this.name = "ApiError";
    this.status = status;
    this.hint = error.hint ?? "";
    this.cell = error.cell ?? null;
    this.field = error.field ?? "";
    /** The number of times the request was sent before the server responded. */
    this.attempts = 1;
  }
}

/** The error for a request that received no response. */
export class ConnectionLost extends Error {
  constructor() {
    super("The server is not responding.");
    this.name = "ConnectionLost";
  }
}

/**
 * @param {string} method The HTTP method.
 * @param {string} path The path relative to `/api`.
 * @param {unknown} [body] A file, or a value to send as JSON.
 * @returns {Promise<any>} The parsed JSON, or the text of any other response.
 */
export async function request(method, path, body) {
  let response;
  const type = body instanceof Blob ? "application/octet-stream" : "application/json";
  try {
    response = await fetch(`/api${path}`, {
      method,
      credentials: "same-origin",
      // With `keepalive`, the browser completes the request even if the page is closing.
      keepalive: path.endsWith("/pause"),
      headers: body === undefined ? {} : { "Content-Type": type },
      body: body === undefined || body instanceof Blob ? body : JSON.stringify(body),
    });
  } catch {
    throw new ConnectionLost();
  }
  const isJson = response.headers.get("Content-Type")?.includes("json");
  /** @type {any} */
  let answer;
  try {
    answer = await (isJson ? response.json() : response.text());
  } catch {
    throw new ConnectionLost();
  }
  // If the server is down, a proxy responds without JSON. If the database is down, the server responds with
  // `store-error`.
  const isUnavailable = [502, 503, 504].includes(response.status);
  if (isUnavailable && (!isJson || answer.error?.code === "store-error")) throw new ConnectionLost();
  if (!response.ok) throw new ApiError(response.status, (isJson && answer.error) || {});
  return answer;
}

/** @param {string} path */
export const get = (path) => request("GET", path);
/** @param {string} path @param {unknown} [body] */
export const post = (path, body = {}) => request("POST", path, body);
/** @param {string} path @param {unknown} body */
export const put = (path, body) => request("PUT", path, body);

/** @param {string} id @param {string} [suffix] */
export const gamePath = (id, suffix = "") => `/games/${encodeURIComponent(id)}${suffix}`;
