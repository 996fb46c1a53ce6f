// Requests to the server that this page came from.

const KEY = "ragtui-token";

/** `vault` is what requests name, empty where there is only one; `name` is its name in any case. */
export const session = {vault: "", name: "", onTokenMissing: () => {}};

/** An error of the server, as a sentence; `nearest` is the document that may be meant. */
export class ApiError extends Error {
  constructor(problem) {
    super(problem.detail);
    this.nearest = problem.nearest ?? "";
  }
}

const tabs = new BroadcastChannel(KEY);

/** The token for this tab: in the address, where it would stay in the history, or kept. */
export async function takeToken() {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (token) {
    setToken(token);
    history.replaceState(null, "", "#/");
  }
  if (!sessionStorage.getItem(KEY)) await askOtherTabs();
  return Boolean(sessionStorage.getItem(KEY));
}

/** Another tab of this page, if one is open, has the token: a link may open a tab. */
function askOtherTabs() {
  return new Promise(done => {
    tabs.addEventListener("message", ({data}) => {
      if (data.token) setToken(data.token);
      if (data.token) done();
    });
    tabs.postMessage({wanted: true});
    setTimeout(done, 150);
  });
}

tabs.addEventListener("message", ({data}) => {
  const token = sessionStorage.getItem(KEY);
  if (data.wanted && token) tabs.postMessage({token});
});

export const setToken = token => sessionStorage.setItem(KEY, token);

/** A document's path in an address; it may contain anything. */
export const encoded = path => path.split("/").map(encodeURIComponent).join("/");

export const documentPath = path => `api/documents/${encoded(path)}`;

async function send(path, {body, parameters = {}, signal, accept = "application/json", method}) {
  const vault = session.vault ? {vault: session.vault} : {};
  const query = body ? "" : new URLSearchParams({...vault, ...parameters}).toString();
  const headers = {Authorization: `Bearer ${sessionStorage.getItem(KEY)}`, Accept: accept};
  if (body) headers["Content-Type"] = "application/json";
  const response = await fetch(query ? `${path}?${query}` : path, {
    method: method ?? (body ? "POST" : "GET"), signal, headers, body: body && JSON.stringify({...vault, ...body}),
  });
  if (response.ok) return response;
  if (response.status === 401) session.onTokenMissing();
  const problem = await response.json().catch(() => ({}));
  throw new ApiError({detail: `The server answered ${response.status}.`, ...problem});
}

export const get = async (path, parameters, signal) => (await send(path, {parameters, signal})).json();

/** A picture as an address that only this page can use; to be revoked. */
export const getPicture = async (path, parameters, signal) =>
  URL.createObjectURL(await (await send(path, {parameters, signal, accept: "image/png"})).blob());

/** A file of the server, saved by the browser under a name. */
export async function download(path, accept, name) {
  const address = URL.createObjectURL(await (await send(path, {accept})).blob());
  const link = Object.assign(document.createElement("a"), {href: address, download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

export const remove = async path => (await send(path, {method: "DELETE"})).json();

export const post = async (path, body, signal) => (await send(path, {body, signal})).json();

/** The events of an answer. Ending the iteration closes the connection. */
export async function* events(path, body, signal) {
  const response = await send(path, {body, signal, accept: "text/event-stream"});
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = ""; ;) {
    const {value, done} = await reader.read();
    if (done) return;
    const blocks = (rest + value).split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) yield JSON.parse(block.slice(block.indexOf("data: ") + 6));
  }
}

/** What failed, in words; empty if the request was only cancelled. */
export function told(error) {
  if (error.name === "AbortError") return "";
  return error instanceof ApiError ? error.message : "The server cannot be reached: is ragtui serve running?";
}
