/**
 * Keeps the last shipments and drafts that a person has opened, and shows them when the network does not answer
 * (decision 2026-11-22-offline-pages). There is at most one cache, named by the mark of the person for whom the
 * portal last rendered a page; an answer for somebody else deletes it.
 */
const PREFIX = "kept-";
const MOST = 20;
const OFFLINE = "/offline";
const OWNER = "page-owner";
const EMPTY_LIST = /<ul id="kept"[^>]*><\/ul>/;
/** Without a connection a form leads nowhere, and scripts of the page are not run. */
const DEAD_PARTS = /<(script|form)\b[\s\S]*?<\/\1>/g;
/** A kept page runs no script and sends no form. */
const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

/** When the person last changed: what was asked for before says nothing about who is there now. */
let changedAt = 0;

/** Work on the caches is done one after the other, so that nothing is kept for a person who has just left. */
let queue = Promise.resolve();
function inTurn(work) {
  queue = queue.then(work, work);
  return queue;
}

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode !== "navigate" || request.destination !== "document") return;
  const { pathname } = new URL(request.url);
  if (request.method === "GET") event.respondWith(answer(event));
  else if (pathname === "/logout") event.waitUntil(beOf("", Date.now()));
  else if (pathname === "/language") event.waitUntil(forgetOfflinePage());
});

self.addEventListener("message", (event) => event.waitUntil(keep(event.data)));

/** The network's answer, whatever it is; without one, what is kept. */
async function answer(event) {
  const askedAt = Date.now();
  let response;
  try {
    response = await fetch(event.request);
  } catch (error) {
    const kept = await keptFor(new URL(event.request.url));
    if (kept) return kept;
    throw error;
  }
  const owner = response.headers.get(OWNER);
  if (owner !== null) {
    await beOf(owner, askedAt);
    event.waitUntil(bringOfflinePage(owner));
  }
  return response;
}

async function names() {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX));
}

/** Makes the cache of this person ("" is a visitor) the only one. */
function beOf(owner, askedAt) {
  return inTurn(async () => {
    if (askedAt < changedAt) return;
    const all = await names();
    if (owner ? all.length === 1 && all[0] === PREFIX + owner : all.length === 0) return;
    changedAt = Date.now();
    await Promise.all(all.filter((name) => name !== PREFIX + owner).map((name) => caches.delete(name)));
    if (owner) await caches.open(PREFIX + owner);
  });
}

/** Stores a page for a person, unless they have left. */
function store(owner, path, page) {
  return inTurn(async () => {
    if (!(await caches.has(PREFIX + owner))) return;
    const cache = await caches.open(PREFIX + owner);
    // Put again, it is the newest.
    await cache.delete(path);
    await cache.put(path, page);
    const pages = await pagesIn(cache);
    await Promise.all(pages.slice(0, -MOST).map((request) => cache.delete(request)));
  });
}

function forgetOfflinePage() {
  return inTurn(async () => {
    for (const name of await names()) await (await caches.open(name)).delete(OFFLINE);
  });
}

/** Fetches the page that lists the kept ones, if this person's cache lacks it. */
async function bringOfflinePage(owner) {
  if (!owner || (await caches.match(OFFLINE, { cacheName: PREFIX + owner }))) return;
  const page = await fetch(OFFLINE).catch(() => null);
  if (page?.ok && page.headers.get(OWNER) === owner) await store(owner, OFFLINE, page);
}

/** Keeps a page that its script has handed over, if the person for whom it was rendered is still signed in. */
async function keep({ owner, path, title, at, html }) {
  if (!owner) return;
  if (!(await caches.has(PREFIX + owner))) {
    // The first page of a visit came before this worker.
    const askedAt = Date.now();
    const page = await fetch(OFFLINE).catch(() => null);
    if (page?.ok) await beOf(page.headers.get(OWNER), askedAt);
  }
  const facts = { "x-title": encodeURIComponent(title), "x-at": encodeURIComponent(at) };
  await store(owner, path, new Response(html, { headers: { ...HEADERS, ...facts } }));
  await bringOfflinePage(owner);
}

async function pagesIn(cache) {
  return (await cache.keys()).filter(({ url }) => new URL(url).pathname !== OFFLINE);
}

async function keptFor({ pathname, search }) {
  const [name] = await names();
  if (!name) return null;
  const cache = await caches.open(name);
  return (await cache.match(pathname + search)) ?? (await cache.match(pathname)) ?? (await listOf(cache));
}

const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The page without a connection, with the kept pages, newest first. */
async function listOf(cache) {
  const page = await cache.match(OFFLINE);
  if (!page) return null;
  const rows = [];
  for (const request of await pagesIn(cache)) {
    const kept = await cache.match(request);
    const { pathname, search } = new URL(request.url);
    const fact = (name) => escaped(decodeURIComponent(kept?.headers.get(name) ?? ""));
    rows.unshift(`<li><a href="${escaped(pathname + search)}">${fact("x-title")}</a> ${fact("x-at")}</li>`);
  }
  const html = (await page.text())
    .replace(DEAD_PARTS, "")
    .replace(EMPTY_LIST, (list) => list.replace("</", `${rows.join("")}</`));
  return new Response(html, { headers: HEADERS });
}
