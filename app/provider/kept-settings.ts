import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ConfigError, commandEnvironment, type ProviderConfig, readProviderConfig } from "./config.ts";

/** Settings that `npm run setup` keeps in the data folder; all others are of the environment alone. */
export const keptNames = ["PRODUCT_NAME", "BRAND_COLOR", "PUBLIC_URL", "SMTP_URL", "MAIL_FROM"] as const;
export type KeptName = (typeof keptNames)[number];
export type KeptSettings = Partial<Record<KeptName, string>>;

const HEAD =
  "# Settings that `npm run setup` asked for. A variable of the environment comes before its line.\n# The value is everything after the equals sign, without quotes.\n";

/** The file with the kept settings of a data folder. */
export const keptFile = (dataDir: string) => join(dataDir, "settings.env");

/**
 * Reads what the set-up kept in the data folder; nothing was kept where there is no file.
 * @throws ConfigError that names the file and the line, without its value, because some are secrets
 */
export async function readKept(dataDir: string): Promise<KeptSettings> {
  const file = keptFile(dataDir);
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return "";
    throw new ConfigError(`${file} cannot be read (${error.code}): check its owner and permissions`);
  });
  const settings: KeptSettings = {};
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const [, name, value = ""] = /^\s*(\w+)\s*=(.*)$/.exec(line) ?? [];
    const known = keptNames.find((each) => each === name);
    if (!known)
      throw new ConfigError(
        `${file} has in line ${index + 1} none of ${keptNames.join(", ")}: other settings are variables of the environment`,
      );
    if (value.trim()) settings[known] = value.trim();
  }
  return settings;
}

/** Keeps settings in the data folder, for its owner's eyes only: the mail server's password is among them. */
export async function writeKept(dataDir: string, settings: KeptSettings): Promise<void> {
  const lines = keptNames.flatMap((name) => (settings[name] ? [`${name}=${settings[name]}\n`] : []));
  await writeFile(keptFile(dataDir), HEAD + lines.join(""), { mode: 0o600 });
}

/** The environment with what was kept where it sets nothing itself. */
export function withKept(environment: NodeJS.ProcessEnv, settings: KeptSettings): NodeJS.ProcessEnv {
  const filled = Object.entries(environment).filter(([, value]) => value?.trim());
  return { ...environment, ...settings, ...Object.fromEntries(filled) };
}

/**
 * The provider's settings as `npm start` reads them: those of the environment, and what the set-up kept in the data folder.
 * @throws ConfigError
 */
export async function configWithKept(dataDir: string): Promise<ProviderConfig> {
  return readProviderConfig(withKept(commandEnvironment(), await readKept(dataDir)));
}
