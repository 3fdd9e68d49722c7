import { Form, Link, useLoaderData } from "react-router";

/** A minimal React Router application with 25 shipments, for comparison. */
export function loader() {
  return {
    rows: Array.from({ length: 25 }, (_, index) => ({
      id: String(index + 1),
      houseNumber: `FLSHA26${String(100_000 + index * 37)}`,
      masterNumber: `MAEU${String(580_000_000 + index * 7_919)}`,
      from: "Shanghai",
      to: "Rotterdam",
      etd: `2026-11-${String((index % 28) + 1).padStart(2, "0")}`,
      eta: `2026-12-${String((index % 28) + 1).padStart(2, "0")}`,
      status: ["In transit", "Booked", "Delivered"][index % 3],
    })),
  };
}

export default function Shipments() {
  const { rows } = useLoaderData<typeof loader>();
  return (
    <main>
      <h1>Shipments</h1>
      <Form method="get">
        <input name="q" aria-label="Search" /> <button type="submit">Search</button>
      </Form>
      <table>
        <thead>
          <tr>
            {["H#", "M#", "From", "To", "ETD", "ETA", "Status"].map((label) => (
              <th key={label}>{label}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>
                <Link to={`/?id=${row.id}`}>{row.houseNumber}</Link>
              </td>
              <td>{row.masterNumber}</td>
              <td>{row.from}</td>
              <td>{row.to}</td>
              <td>{row.etd}</td>
              <td>{row.eta}</td>
              <td>{row.status}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </main>
  );
}
