import { useTranslation } from "react-i18next";
import { Form, Link, type LoaderFunctionArgs, redirect, useLoaderData } from "react-router";
import { sessions } from "./session.server.ts";

interface Place {
  code: string;
  name: string;
}
interface Row {
  id: string;
  houseNumber: string;
  status: string;
  mode: string;
  portOfDeparture: Place;
  portOfArrival: Place;
  etd: string | null;
  eta: string | null;
  transport: string | null;
  containerNumbers: string[];
  poNumbers: string[];
}

const COLUMNS = [
  "number",
  "status",
  "mode",
  "from",
  "to",
  "etd",
  "eta",
  "transport",
  "containers",
  "orders",
] as const;

/** The keys of this application are none of the portal's, whose types i18next knows. */
const useWords = useTranslation as unknown as () => { t(key: string, values?: object): string };

/** One call as the provider's document describes it. */
async function ask<Data>(path: string, token: string, body?: object): Promise<Data> {
  const answer = await fetch(`${process.env.API_URL}${path}`, {
    method: path === "/portalUser/getUser" ? "GET" : "POST",
    headers: { authorization: `Bearer ${token}`, ...(body ? { "content-type": "application/json" } : {}) },
    body: body && JSON.stringify(body),
  });
  const { code, data } = (await answer.json()) as { code: number; data: Data };
  if (code !== 200) throw new Response(null, { status: 502 });
  return data;
}

/** The list as an ordinary application of the framework reads it: three calls, and rows as the provider gives them. */
export async function loader({ request }: LoaderFunctionArgs) {
  const session = await sessions.getSession(request.headers.get("cookie"));
  const token = session.get("token");
  if (!token) throw redirect("/login");
  const page = Number(new URL(request.url).searchParams.get("page") ?? 1);
  const [user, unread, list] = await Promise.all([
    ask<{ name: string; menuList: { name: string; url: string | null }[] }>("/portalUser/getUser", token),
    ask<number>("/message/countUnReadMsg", token),
    ask<{ rows: Row[]; total: number | null }>("/shipment/list", token, { pageNum: page, pageSize: 25 }),
  ]);
  return { user, unread, rows: list.rows, page };
}

export default function Shipments() {
  const { user, unread, rows, page } = useLoaderData<typeof loader>();
  const { t } = useWords();
  return (
    <main>
      <header>
        {user.name} <Link to="/messages">{t("unread", { count: unread })}</Link>
        <nav>
          {user.menuList.map(({ name, url }) =>
            url ? (
              <Link key={name} to={url}>
                {name}
              </Link>
            ) : null,
          )}
        </nav>
      </header>
      <h1>{t("title")}</h1>
      <Form method="get">
        <input name="q" aria-label={t("search")} /> <button type="submit">{t("search")}</button>
      </Form>
      <table>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column}>
                <Link to={`/?sort=${column}`}>{t(`columns.${column}`)}</Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <ShipmentRow key={row.id} row={row} />
          ))}
        </tbody>
      </table>
      <Link to={`/?page=${page + 1}`}>{t("next")}</Link>
    </main>
  );
}

function ShipmentRow({ row }: { row: Row }) {
  const { t } = useWords();
  return (
    <tr>
      <th scope="row">
        <Link to={`/shipments/${row.id}`}>{row.houseNumber}</Link>
      </th>
      <td>{t(`status.${row.status}`)}</td>
      <td>{t(`mode.${row.mode}`)}</td>
      <td>{`${row.portOfDeparture.name} (${row.portOfDeparture.code})`}</td>
      <td>{`${row.portOfArrival.name} (${row.portOfArrival.code})`}</td>
      <td>{row.etd}</td>
      <td>{row.eta}</td>
      <td>{row.transport}</td>
      <td>{row.containerNumbers.join(", ")}</td>
      <td>{row.poNumbers.join(", ")}</td>
    </tr>
  );
}
