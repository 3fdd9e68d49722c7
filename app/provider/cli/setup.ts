import type { Kysely } from "kysely";
import type { z } from "zod";
import { brandColor, PRODUCT_NAME_LENGTH } from "#app/contract/product-look.ts";
import { ConfigError, commandEnvironment, forgetVariables, readProviderConfig } from "../config.ts";
import { chooseDataDir } from "../db/data-folder.ts";
import type { Database } from "../db/schema.ts";
import { DEMO_PREFIX } from "../identity/demo-company.ts";
import {
  type KeptName,
  type KeptSettings,
  keptFile,
  keptNames,
  readKept,
  writeKept,
} from "../kept-settings.ts";
import { loadReference } from "../reference/load.ts";
import {
  type Forwarder,
  findForwarder,
  forwarderFields,
  isNameTaken,
  lockForwarder,
  makeForwarder,
  passwordFault,
} from "../registration/forwarder.ts";
import { onOperatorsDatabase, runCommand, UsageError } from "./command.ts";
import { openTerminal, type Terminal } from "./terminal.ts";

const HELP = "npm run setup (it asks, or reads SETUP_... of the environment: docs/install.md)";

type Field = keyof typeof forwarderFields;
type Checked = { value: string } | { fault: string };

interface Question {
  variable: string;
  asked: string;
  /** What an empty answer means. */
  otherwise: string;
  isSecret?: boolean;
  check(typed: string): Promise<Checked> | Checked;
}

/** Values come from the environment; where a person sits at a terminal, they are asked for what is missing or wrong. */
interface Asking {
  environment: NodeJS.ProcessEnv;
  db: Kysely<Database>;
  terminal: Terminal | null;
  faults: string[];
  kept: KeptSettings;
}

const VARIABLES = {
  companyName: "SETUP_COMPANY_NAME",
  address: "SETUP_COMPANY_ADDRESS",
  city: "SETUP_COMPANY_CITY",
  countryCode: "SETUP_COUNTRY",
  customerService: "SETUP_CUSTOMER_SERVICE",
  userName: "SETUP_USER_NAME",
  name: "SETUP_NAME",
  email: "SETUP_EMAIL",
  language: "SETUP_LANGUAGE",
} as const satisfies Record<Field, string>;
const PASSWORD = "SETUP_PASSWORD";
const NEEDED = ["SETUP_COMPANY_NAME", "SETUP_USER_NAME", "SETUP_NAME", "SETUP_EMAIL", PASSWORD];

const ASKED: Record<Field, string> = {
  companyName: "Name of your company",
  address: "Its address: street and number",
  city: "City",
  countryCode: "Country, its code of two letters such as HK",
  customerService: "Name of the team that serves your customers",
  userName: "Account name of the first member of staff, 4 to 16 characters",
  name: "Name of that person",
  email: "Their address of mail",
  language: "Their language, en or zh",
};

/**
 * `npm run setup`: makes the forwarder's company and its first account in the database of `DATA_DIR` or `DATABASE_URL`,
 * and keeps name, colour, address and mail server of the product in the data folder, where `npm start` reads them.
 * Exits with 1 where a forwarder's company is there already, and when a value is missing or wrong.
 */
async function run(args: string[]): Promise<number> {
  if (args.length > 0) throw new UsageError(HELP);
  const environment = commandEnvironment();
  // The database that is started for this command outlives it and needs no password of a person.
  forgetVariables([PASSWORD]);
  const config = readProviderConfig();
  const dataDir = await chooseFolder();
  return onOperatorsDatabase("setup", async (db) => {
    await loadReference(db);
    await refuseSecond(db);
    const isComplete = NEEDED.every((name) => environment[name]?.trim());
    const isAsked = !isComplete && process.stdin.isTTY && process.stdout.isTTY;
    const asking: Asking = {
      environment,
      db,
      terminal: isAsked ? openTerminal() : null,
      faults: [],
      kept: await readKept(dataDir),
    };
    try {
      const forwarder = await askForwarder(asking);
      const settings = await askSettings(asking, forwarder);
      if (asking.faults.length > 0) throw new UsageError(asking.faults.join("\n"));
      await db.transaction().execute(async (trx) => {
        await lockForwarder(trx);
        await refuseSecond(trx);
        await makeForwarder(forwarder, { db: trx, now: new Date(), clientAddress: "command line" });
        // Before the commit, so that a folder that cannot be written leaves the database as it was.
        await writeSettings(dataDir, settings);
      });
      const address = settings.PUBLIC_URL ?? config.publicUrl;
      sayNext({ forwarder, settings, address, dataDir, isFolderGiven: config.isDataDirGiven });
    } finally {
      asking.terminal?.close();
    }
    return 0;
  });
}

async function chooseFolder(): Promise<string> {
  const config = readProviderConfig();
  return config.databaseUrl ? config.dataDir : chooseDataDir(config);
}

/** @throws UsageError where a forwarder's company is there already */
async function refuseSecond(db: Kysely<Database>): Promise<void> {
  const forwarder = await findForwarder(db);
  if (!forwarder) return;
  throw new UsageError(
    forwarder.code.startsWith(DEMO_PREFIX)
      ? `This database holds the demonstration, with the forwarder ${forwarder.name}: set DATA_DIR to another folder, or DATABASE_URL to another database. Nothing was changed`
      : `This database is set up already, for ${forwarder.name}. Nothing was changed`,
  );
}

async function askForwarder(asking: Asking): Promise<Forwarder> {
  const answers: Partial<Record<Field, string>> = {};
  const otherwise: Partial<Record<Field, string>> = { customerService: "Customer Service", language: "en" };
  for (const field of Object.keys(VARIABLES) as Field[]) {
    answers[field] = await answer(asking, {
      variable: VARIABLES[field],
      asked: ASKED[field],
      otherwise: otherwise[field] ?? "",
      async check(text) {
        const checked = checkBy(forwarderFields[field], text);
        const isTaken =
          field === "userName" && "value" in checked && (await isNameTaken(asking.db, checked.value));
        return isTaken ? { fault: "another account has this name" } : checked;
      },
    });
  }
  const known = answers as Omit<Forwarder, "password">;
  return { ...known, password: await askPassword(asking, known.userName) };
}

function checkBy(schema: z.ZodType<string>, text: string): Checked {
  const read = schema.safeParse(text);
  return read.success ? { value: read.data } : { fault: read.error.issues[0]!.message };
}

async function askPassword({ environment, terminal, faults }: Asking, userName: string): Promise<string> {
  const password = environment[PASSWORD];
  const fault = password === undefined ? "give a password" : passwordFault(password, userName);
  if (password !== undefined && fault === null) return password;
  if (!terminal) {
    faults.push(`${PASSWORD}: ${fault}`);
    return "";
  }
  if (password !== undefined) terminal.say(`${PASSWORD}: ${fault}`);
  for (;;) {
    const typed = await terminal.ask("Password (it is not shown): ", true);
    const wrong = passwordFault(typed, userName);
    if (wrong !== null) terminal.say(wrong);
    else if ((await terminal.ask("The same password again: ", true)) === typed) return typed;
    else terminal.say("The two passwords differ");
  }
}

const SETTINGS: Record<KeptName, string> = {
  PRODUCT_NAME: "Name of the portal",
  BRAND_COLOR: "Its colour, such as #0b5cad",
  PUBLIC_URL: "Its public address, such as https://portal.example.com; empty: this machine",
  SMTP_URL:
    "Mail server (it is not shown), such as smtp://user:password@mail.example.com:587; log: prints mails to the log; empty: mails wait",
  MAIL_FROM: "Sender of mails",
};

async function askSettings(asking: Asking, { companyName, email }: Forwarder): Promise<KeptSettings> {
  const settings: KeptSettings = {};
  for (const name of keptNames) {
    if (name === "MAIL_FROM" && !settings.SMTP_URL?.startsWith("smtp") && !asking.environment.MAIL_FROM)
      continue;
    const product = settings.PRODUCT_NAME ?? "Fairlead";
    const otherwise: KeptSettings = {
      PRODUCT_NAME: companyName.length <= PRODUCT_NAME_LENGTH ? companyName : "",
      MAIL_FROM: `"${product.replace(/["\\]/g, "")}" <${email}>`,
    };
    const value = await answer(asking, {
      variable: name,
      asked: SETTINGS[name],
      isSecret: name === "SMTP_URL",
      otherwise: asking.kept[name] ?? otherwise[name] ?? "",
      check: (text) => checkSetting(name, text),
    });
    if (value) settings[name] = value;
  }
  return settings;
}

/** The rules of the two programs that read the setting. */
function checkSetting(name: KeptName, text: string): Checked {
  if (text === "") return { value: text };
  if (/\p{Cc}/u.test(text)) return { fault: "give a text of one line" };
  if (name === "PRODUCT_NAME" && text.length > PRODUCT_NAME_LENGTH)
    return { fault: `give at most ${PRODUCT_NAME_LENGTH} characters` };
  if (name === "BRAND_COLOR" && !brandColor.test(text)) return { fault: "give a colour such as #0b5cad" };
  try {
    readProviderConfig({ [name]: text });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { fault: error.message.replace(`${name} is malformed: `, "") };
  }
  if (name === "PUBLIC_URL" && new URL(text).href.replace(/\/$/, "") !== new URL(text).origin)
    return { fault: "give an address without a path, such as https://portal.example.com" };
  return { value: text };
}

/** The value of the environment, or what is typed, asked again until it is right; a fault where nobody can be asked. */
async function answer({ environment, terminal, faults }: Asking, question: Question): Promise<string> {
  const { variable, asked: prompt, otherwise, isSecret, check } = question;
  const value = environment[variable]?.trim();
  const checked = await check(value || otherwise);
  if ((value || !terminal) && "value" in checked) return checked.value;
  if (!terminal) {
    if ("fault" in checked) faults.push(`${variable}: ${checked.fault}`);
    return "";
  }
  if (value && "fault" in checked) terminal.say(`${variable}: ${checked.fault}`);
  const hint = otherwise && !isSecret ? ` [${otherwise}]` : "";
  for (;;) {
    const typed = (await terminal.ask(`${prompt}${hint}: `, isSecret)).trim();
    const outcome = await check(typed || otherwise);
    if ("value" in outcome) return outcome.value;
    terminal.say(outcome.fault);
  }
}

async function writeSettings(dataDir: string, settings: KeptSettings): Promise<void> {
  try {
    await writeKept(dataDir, settings);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`${keptFile(dataDir)} cannot be written (${code}). Nothing was set up`);
  }
}

interface Done {
  forwarder: Forwarder;
  settings: KeptSettings;
  address: string;
  dataDir: string;
  isFolderGiven: boolean;
}

function sayNext({ forwarder, settings, address, dataDir, isFolderGiven }: Done): void {
  const base = address.replace(/\/+$/, "");
  const mail =
    settings.SMTP_URL === undefined
      ? "Mails wait in the outbox, so no company can confirm its address yet: set SMTP_URL and start again.\n"
      : "";
  console.log(`
${forwarder.companyName} is set up, with the account ${forwarder.userName} (${forwarder.name}).
The settings are in ${keptFile(dataDir)}; a running product reads them when it is started again.
${mail}
1. npm start${isFolderGiven ? ", with the same DATA_DIR" : ""}
2. Sign in as ${forwarder.userName}: ${base}/login
3. What waits for you: ${base}/freightForwarder/index
4. Customers ask for an account at ${base}/account/register, and you approve them at ${base}/freightForwarder/accounts
5. Colleagues are added at ${base}/account/members`);
}

await runCommand(() => run(process.argv.slice(2)));
