import { type Kysely, sql } from "kysely";

/**
 * The rights of the shared roles before this migration; later migrations grant more, and these lists never change.
 */
const MENUS =
  "DASHBOARD QUOTES BOOKING SHIPMENTS ANALYTICS BILLING LASTMILE DOCUMENT FREIGHTFORWARDER TRACKING APPLETRACKING " +
  "YTDTRACKING ACCOUNT PROFILE ADDRESSBOOK NOTIFICATIONTRACKING NOTIFICATIONSHIPMENTS";
const FILES = "/shipment/export /shipment/document";
const MEMBERS = "accountUserList addUser editUser deleteUser getResetPwd"
  .split(" ")
  .map((call) => `/portalUser/${call}`)
  .join(" ");
const GIVEN: Record<string, string> = {
  admin: `${MENUS} MessageCenter REQUESTQUOTE BOOKSHIPMENT TEONLINEBOOKING ${FILES} ${MEMBERS}`,
  operator: `${MENUS.replace(/ (BILLING|FREIGHTFORWARDER)\b/g, "")} MessageCenter REQUESTQUOTE ${FILES}`,
  finance: `DASHBOARD SHIPMENTS BILLING ANALYTICS DOCUMENT ACCOUNT PROFILE MessageCenter ${FILES}`,
  booker: `DASHBOARD SHIPMENTS BOOKING DOCUMENT BOOKSHIPMENT TEONLINEBOOKING MessageCenter ${FILES}`,
  viewer: "DASHBOARD SHIPMENTS TRACKING ACCOUNT PROFILE",
  desk: `${MENUS} MessageCenter ${FILES} /dcsa/v3/events`,
};

/**
 * Records what each shared role has been granted, so that a start grants existing roles what a version adds
 * and never what an operator has revoked. A trigger notifies every process when a role loses the message
 * center, whoever changes it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table role_grant (
      role_id bigint not null references role on delete cascade,
      -- A menu, a button or a resource url.
      name text not null,
      primary key (role_id, name)
    )`.execute(db);
  for (const [code, rights] of Object.entries(GIVEN)) {
    await sql`
      insert into role_grant (role_id, name)
      select r.id, unnest(${rights.split(" ")}::text[]) from role r where r.company_id is null and r.code = ${code}`.execute(
      db,
    );
  }
  await sql`
    create function tell_messages_lost() returns trigger language plpgsql as $$
    begin
      if exists (select from menu where id = old.menu_id and menu_flag = 0 and name = 'MessageCenter') then
        insert into realtime_outbox (event)
          select jsonb_build_object('kind', 'messages-lost', 'userId', id::text) from app_user where role_id = old.role_id;
        perform pg_notify('fairlead_realtime', '');
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger role_menu_lost after delete on role_menu
    for each row execute function tell_messages_lost()`.execute(db);
}
