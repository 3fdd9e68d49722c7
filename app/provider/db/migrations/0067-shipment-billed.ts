import { type Kysely, sql } from "kysely";

/**
 * What was billed for each shipment, as reports on a million of them read it: summed from invoices and their lines at each question
 * it took two seconds, and by charge fourteen. The transaction that writes an invoice or a line counts its shipment again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table shipment_billed (
      shipment_id bigint not null references shipment (id) on delete cascade,
      currency char(3) not null,
      -- Of invoices less credit notes.
      net numeric not null,
      -- Charges of the lines in their order, '' where a line has none, and what each of them comes to.
      charge_codes text[] not null,
      charge_nets numeric[] not null,
      -- What lines of demurrage and detention come to; null: there is none.
      clock_net numeric,
      -- In the row of the first currency, charges of the lines in every currency.
      every_charge text[],
      primary key (shipment_id, currency)
    );
    create index shipment_billed_clock on shipment_billed (shipment_id) where clock_net is not null;
    drop index invoice_line_clock;

    -- The words of the last line with the charge.
    create table charge_name (
      company_id bigint not null references company (id) on delete cascade,
      code text not null,
      description text not null,
      primary key (company_id, code)
    );
    insert into charge_name
    select distinct on (i.company_id, l.charge_code) i.company_id, l.charge_code, l.description
    from invoice_line l join invoice i on i.id = l.invoice_id where l.charge_code is not null
    order by i.company_id, l.charge_code, l.id desc;

    create function name_charges() returns trigger language plpgsql as $$
    begin
      -- Those that are called so already are left out, since a row that conflicts would be locked.
      insert into charge_name
      select * from (
        select distinct on (i.company_id, l.charge_code) i.company_id, l.charge_code as code, l.description
        from added l join invoice i on i.id = l.invoice_id where l.charge_code is not null
        order by i.company_id, l.charge_code, l.id desc) named
      where not exists (
        select from charge_name n
        where n.company_id = named.company_id and n.code = named.code and n.description = named.description)
      on conflict (company_id, code) do update set description = excluded.description;
      return null;
    end $$;
    create trigger invoice_line_named after insert on invoice_line
    referencing new table as added for each statement execute function name_charges();

    -- Invoices and credit notes of shipments of their company. A credit note that names no shipment is of its invoice's.
    create view shipment_bill as
      select i.id, i.shipment_id, i.currency, case i.kind when 'CREDIT_NOTE' then -1 else 1 end as sign, i.net
      from invoice i join shipment s on s.id = i.shipment_id and s.company_id = i.company_id
      union all
      select i.id, c.shipment_id, i.currency, case i.kind when 'CREDIT_NOTE' then -1 else 1 end, i.net
      from invoice i join invoice c on c.id = i.credited_id join shipment s on s.id = c.shipment_id and s.company_id = c.company_id
      where i.shipment_id is null;

    create function count_billed(ids bigint[]) returns void language plpgsql as $$
    begin
      -- Of two that count at once the second has to see what the first one wrote.
      perform from shipment where id = any(ids) order by id for no key update;
      delete from shipment_billed where shipment_id = any(ids);
      insert into shipment_billed
      select shipment_id, currency, bill.net, coalesce(charge_codes, '{}'), coalesce(charge_nets, '{}'), clock_net,
        case when row_number() over (partition by shipment_id order by currency) = 1 then coalesce(every_charge, '{}') end
      from (
        select shipment_id, currency, sum(sign * net) as net from shipment_bill where shipment_id = any(ids)
        group by shipment_id, currency
      ) bill left join (
        select shipment_id, currency, array_agg(charge order by charge) as charge_codes, array_agg(net order by charge) as charge_nets,
          sum(clock_net) as clock_net
        from (
          select b.shipment_id, b.currency, coalesce(l.charge_code, '') as charge, sum(b.sign * l.net) as net,
            sum(b.sign * l.net) filter (where l.clock is not null or l.charge_code in ('DEM', 'DET', 'MERGED')) as clock_net
          from shipment_bill b join invoice_line l on l.invoice_id = b.id
          where b.shipment_id = any(ids) group by 1, 2, 3
        ) line group by shipment_id, currency
      ) charge using (shipment_id, currency) left join (
        select b.shipment_id, array_agg(distinct coalesce(l.charge_code, '')) as every_charge
        from shipment_bill b join invoice_line l on l.invoice_id = b.id
        where b.shipment_id = any(ids) group by b.shipment_id
      ) every using (shipment_id);
    end $$;

    create function invoice_billed() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        perform count_billed(array(
          select distinct coalesce(each.shipment_id, c.shipment_id)
          from added a join removed r using (id)
          cross join lateral (values (a.shipment_id, a.credited_id), (r.shipment_id, r.credited_id)) as each (shipment_id, credited_id)
          left join invoice c on c.id = each.credited_id
          where (a.company_id, a.kind, a.credited_id, a.shipment_id, a.currency, a.net)
            is distinct from (r.company_id, r.kind, r.credited_id, r.shipment_id, r.currency, r.net)));
      elsif tg_op = 'INSERT' then
        perform count_billed(array(
          select distinct coalesce(a.shipment_id, c.shipment_id) from added a left join invoice c on c.id = a.credited_id));
      else
        perform count_billed(array(
          select distinct coalesce(r.shipment_id, c.shipment_id) from removed r left join invoice c on c.id = r.credited_id));
      end if;
      return null;
    end $$;

    create function invoice_line_billed() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        perform count_billed(array(
          select distinct b.shipment_id from (select invoice_id from added union select invoice_id from removed) each
          join shipment_bill b on b.id = each.invoice_id));
      elsif tg_op = 'INSERT' then
        perform count_billed(array(
          select distinct b.shipment_id from added each join shipment_bill b on b.id = each.invoice_id));
      else
        perform count_billed(array(
          select distinct b.shipment_id from removed each join shipment_bill b on b.id = each.invoice_id));
      end if;
      return null;
    end $$;
  `.execute(db);
  for (const table of ["invoice", "invoice_line"])
    for (const [change, rows] of [
      ["insert", "new table as added"],
      ["update", "old table as removed new table as added"],
      ["delete", "old table as removed"],
    ] as const)
      await sql`
        create trigger ${sql.raw(`${table}_${change}_billed`)} after ${sql.raw(change)} on ${sql.table(table)}
        referencing ${sql.raw(rows)} for each statement execute function ${sql.raw(`${table}_billed`)}()`.execute(
        db,
      );
  await sql`select count_billed(array(select distinct shipment_id from shipment_bill))`.execute(db);
}
