import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { leanScript } from "#app/launcher/lean-manifest.ts";

const route = (id: string, given: object) => ({
  id,
  hasAction: false,
  hasLoader: true,
  hasErrorBoundary: false,
  hasDefaultExport: true,
  module: `/assets/${id.split("/").at(-1)}-aB_-1.js`,
  imports: ["/assets/framework-1.js"],
  css: [],
  ...given,
});
const manifest = {
  entry: { module: "/assets/entry-1.js", imports: ["/assets/framework-1.js"], css: [] },
  url: "/assets/manifest-1.js",
  version: "1",
  routes: {
    root: route("root", { path: "" }),
    "routes/list": route("routes/list", {
      parentId: "root",
      path: "list",
      hasClientLoader: true,
      caseSensitive: true,
      imports: ["/assets/framework-1.js", "/assets/list-2.js", "/assets/forms-3.js"],
      css: ["/assets/list-9.css"],
    }),
    "routes/edit": route("routes/edit", {
      parentId: "root",
      path: "edit/:id",
      hasAction: true,
      index: true,
      imports: ["/assets/forms-3.js"],
    }),
    "routes/old/api-keys": route("routes/old/api-keys", { parentId: "root", path: "old/apiKeys" }),
    "routes/public/one-thing": route("routes/public/one-thing", { parentId: "root", path: "oneThing/:id" }),
    "routes/file": route("routes/file", { parentId: "root", path: "file", hasDefaultExport: false }),
    "routes/unknown": route("routes/unknown", { parentId: "root", path: "*", hasDefaultExport: false }),
  },
};

test("the manifest of the browser says of each page what the router's own says, in fewer bytes", () => {
  const script = leanScript(manifest);
  const window: { __reactRouterManifest?: unknown } = {};
  runInNewContext(script, { window });
  const expanded = JSON.parse(JSON.stringify(window.__reactRouterManifest));
  expect(expanded).toEqual({
    entry: manifest.entry,
    url: "/assets/manifest-1.js",
    version: "1",
    routes: {
      root: {
        id: "root",
        path: "",
        hasLoader: true,
        hasDefaultExport: true,
        module: "/assets/root-aB_-1.js",
        imports: [],
      },
      "routes/list": {
        id: "routes/list",
        parentId: "root",
        path: "list",
        module: "/assets/list-aB_-1.js",
        hasLoader: true,
        hasClientLoader: true,
        hasDefaultExport: true,
        caseSensitive: true,
        imports: ["/assets/forms-3.js", "/assets/list-2.js"],
        css: ["/assets/list-9.css"],
      },
      "routes/edit": {
        id: "routes/edit",
        parentId: "root",
        path: "edit/:id",
        module: "/assets/edit-aB_-1.js",
        hasLoader: true,
        hasAction: true,
        hasDefaultExport: true,
        index: true,
        imports: ["/assets/forms-3.js"],
      },
      "routes/old/api-keys": {
        id: "routes/old/api-keys",
        parentId: "root",
        path: "old/apiKeys",
        hasLoader: true,
        hasDefaultExport: true,
        module: "/assets/api-keys-aB_-1.js",
        imports: [],
      },
      "routes/public/one-thing": {
        id: "routes/public/one-thing",
        parentId: "root",
        path: "oneThing/:id",
        hasLoader: true,
        hasDefaultExport: true,
        module: "/assets/one-thing-aB_-1.js",
        imports: [],
      },
      "routes/unknown": {
        id: "routes/unknown",
        parentId: "root",
        path: "*",
        hasLoader: true,
        module: "/assets/unknown-aB_-1.js",
        imports: [],
      },
    },
  });
  expect(script.length).toBeLessThan(JSON.stringify(manifest).length);
});
