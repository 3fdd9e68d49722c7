import { parseArgs } from "node:util";
import { type PlaceFields, placeFields } from "#app/contract/place.ts";
import { placeFault } from "#app/lib/place-fields.ts";
import { addPlace } from "../reference/add-place.ts";
import { loadReference } from "../reference/load.ts";
import { loadWorldPlaces } from "../reference/load-world.ts";
import { message } from "../texts/message.ts";
import { onOperatorsDatabase, runCommand, UsageError } from "./command.ts";

const HELP =
  "npm run place:add -- --code DEXYZ --name Name --name-zh 名称 --zone Europe/Berlin --at 53.5,9.9 [--kind PORT|AIRPORT|INLAND] [--country DE]";

const text = { type: "string" } as const;
const options = {
  code: text,
  name: text,
  "name-zh": text,
  zone: text,
  at: text,
  kind: { ...text, default: "PORT" },
  country: text,
};

/** `npm run place:add`: adds one place to the database of `DATA_DIR` or `DATABASE_URL`. */
function readArguments(args: string[]): PlaceFields {
  let values: ReturnType<typeof parseArgs<{ options: typeof options }>>["values"];
  try {
    // A position south of the equator begins with a minus sign, which would be read as an option.
    ({ values } = parseArgs({ args: args.map((each) => each.replace(/^(-\d)/, " $1")), options }));
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split("\n")[0]}: ${HELP}`);
  }
  const [latitude, longitude] = values.at?.split(",").map((part) => part.trim()) ?? [];
  const parsed = placeFields.safeParse({
    code: values.code,
    kind: values.kind?.toUpperCase(),
    name: values.name,
    nameZh: values["name-zh"] ?? values.name,
    countryCode: values.country ?? values.code?.slice(0, 2),
    timeZone: values.zone,
    latitude: latitude || undefined,
    longitude: longitude || undefined,
  });
  if (!parsed.success) {
    const wrong = [...new Set(parsed.error.issues.map(({ path }) => path.join(".")))].join(", ");
    throw new UsageError(`Missing or wrong: ${wrong}: ${HELP}`);
  }
  const fault = placeFault(parsed.data, new Date());
  if (fault) throw new UsageError(`${fault.field}: ${message(fault.fault, "en")}: ${HELP}`);
  return parsed.data;
}

async function add(fields: PlaceFields): Promise<number> {
  return onOperatorsDatabase("place-add", async (db) => {
    await loadReference(db);
    await loadWorldPlaces(db);
    if (!(await addPlace(db, fields, { by: null, now: new Date() })))
      throw new UsageError(message("placeKnown", "en", { code: fields.code }));
    console.log(`${fields.code} ${fields.name} was added`);
    return 0;
  });
}

await runCommand(async () => add(readArguments(process.argv.slice(2))));
