import { type Kysely, sql } from "kysely";

/**
 * What the forwarder's desk does with its customers: versions that its forms name, companies that are closed, and a
 * record of what was done to each company.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table company
      add column version integer not null default 1,
      add column closed_at timestamptz,
      add column closed_reason text,
      add column log_sequence integer not null default 0,
      add column log_hash bytea,
      add constraint company_closed_why check ((closed_at is null) = (closed_reason is null));
    alter table operation_log drop constraint operation_log_subject_check;
    alter table operation_log add constraint operation_log_subject_check
      check (subject in ('booking', 'company', 'document', 'quote', 'shipment'));

    -- While a company is closed its people are disabled, as every way in and every mail knows; here stands their state
    -- for the day on which it is opened again.
    alter table app_user
      add column version integer not null default 1,
      add column status_when_open text
        check (status_when_open in ('ACTIVE', 'AWAITING_CONFIRMATION', 'AWAITING_APPROVAL', 'DISABLED'));

    -- Members are changed in many places: by their company, by its identity provider, by themselves.
    create function count_member_version() returns trigger language plpgsql as $$
    begin
      new.version := old.version + 1;
      return new;
    end $$;
    create trigger app_user_version before update of name, email, role_id, department_id, status on app_user
    for each row when ((old.name, old.email, old.role_id, old.department_id, old.status)
      is distinct from (new.name, new.email, new.role_id, new.department_id, new.status))
    execute function count_member_version();

    -- An invitation that is taken up while the company is being closed opens nothing.
    create function hold_member_of_closed() returns trigger language plpgsql as $$
    begin
      if new.status <> 'DISABLED'
        and exists (select from company where id = new.company_id and closed_at is not null) then
        new.status_when_open := new.status;
        new.status := 'DISABLED';
      end if;
      return new;
    end $$;
    create trigger app_user_closed before insert or update of status on app_user
    for each row execute function hold_member_of_closed();
  `.execute(db);
}
