import { type Kysely, sql } from "kysely";

/**
 * Numbers of invoices and credit notes come from a series of the year, taken under the lock of its row by the transaction that
 * issues: one that fails takes none. What was issued stays as it is; only what settles it moves.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table invoice_series (
      kind text not null check (kind in ('INVOICE', 'CREDIT_NOTE')),
      year smallint not null,
      prefix text not null unique,
      width smallint not null default 6 check (width between 1 and 12),
      next_number bigint not null default 1 check (next_number > 0),
      primary key (kind, year)
    );
    alter table invoice
      add column series_year smallint,
      add column series_number bigint,
      -- Of what the calls issued: no line is added later.
      add column line_count smallint,
      add check ((series_year is null) = (series_number is null));
    create unique index invoice_series_number on invoice (kind, series_year, series_number)
      where series_number is not null;
    create index invoice_number on invoice (number);

    -- Takes the columns that may change as arguments.
    create function keep_issued() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        -- Only together with its whole company, whose row is gone by then.
        if exists (select from company where id = old.company_id) then
          raise exception '% % is never deleted', tg_table_name, old.id using errcode = 'integrity_constraint_violation';
        end if;
        return old;
      end if;
      if to_jsonb(new) - tg_argv::text[] <> to_jsonb(old) - tg_argv::text[] then
        raise exception '% % is never changed', tg_table_name, old.id using errcode = 'integrity_constraint_violation';
      end if;
      return new;
    end $$;

    create function keep_issued_invoice() returns trigger language plpgsql as $$
    begin
      -- A shipment or booking that is deleted leaves its number.
      if (new.shipment_id is not null and new.shipment_id is distinct from old.shipment_id)
        or (new.booking_id is not null and new.booking_id is distinct from old.booking_id) then
        raise exception 'invoice % is never changed', old.id using errcode = 'integrity_constraint_violation';
      end if;
      return new;
    end $$;

    create function keep_issued_line() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        if new.position >= (select line_count from invoice where id = new.invoice_id) then
          raise exception 'invoice % is never changed', new.invoice_id using errcode = 'integrity_constraint_violation';
        end if;
        return new;
      end if;
      if exists (select from invoice where id = old.invoice_id) then
        raise exception 'invoice % is never changed', old.invoice_id using errcode = 'integrity_constraint_violation';
      end if;
      return old;
    end $$;

    create trigger invoice_kept before update or delete on invoice for each row
      execute function keep_issued('paid', 'credit_used', 'credited', 'allocated', 'refunded', 'shipment_id', 'booking_id');
    create trigger invoice_subject_kept before update on invoice for each row execute function keep_issued_invoice();
    create trigger invoice_line_kept before insert or update or delete on invoice_line for each row
      execute function keep_issued_line();
    create trigger payment_kept before update or delete on payment for each row
      execute function keep_issued('allocated', 'refunded');
    create trigger allocation_kept before update or delete on allocation for each row execute function keep_issued();
  `.execute(db);
}
