import type { Plugin } from "vite";

const NAME = "virtual:word-files";

/**
 * Tells the server the browser's files of words: `import files from "virtual:word-files"` is a record of their addresses by
 * language and namespace (`en/shell`), and under `more` the list of those besides the first. Only a build has them, because it makes the browser's part before the server's.
 */
export function wordFiles(): Plugin {
  const files: Record<string, string> = {};
  return {
    name: "word-files",
    sharedDuringBuild: true,
    generateBundle(_, bundle) {
      if (this.environment.name !== "client") return;
      for (const output of Object.values(bundle))
        for (const path of output.type === "chunk" ? output.moduleIds : []) {
          const [, name] = /\/app\/locales\/((?:en|zh)\/[\w-]+)\.ts$/.exec(path) ?? [];
          if (name) files[name] = `/${output.fileName}`;
          if (path.endsWith("/app/locales/more-words.client.ts")) files.more = `/${output.fileName}`;
        }
    },
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load: (id) => (id === `\0${NAME}` ? `export default ${JSON.stringify(files)}` : null),
  };
}
