import { migrate } from "#app/provider/db/migrate.ts";

/** A process that migrates the database of `DATABASE_URL` and prints how many migrations it applied itself. */
const applied = await migrate(process.env.DATABASE_URL!);
console.log(applied.length);
