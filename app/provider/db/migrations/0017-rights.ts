import { type Kysely, sql } from "kysely";

/**
 * Menus, buttons, the roles that companies share, and what each of these was given. Up to here a start wrote them, so a
 * database may hold all of it, changed by its operator.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Gives a shared role each of these menus, buttons and resource urls that it was never given: what an operator took
    -- away stays away. For later migrations as well.
    create function grant_once(role_code text, variadic names text[]) returns void language sql as $$
      with granted as (
        insert into role_grant (role_id, name)
        select r.id, x.name from role r, unnest(names) x (name) where r.company_id is null and r.code = role_code
        on conflict do nothing returning role_id, name
      ), opened as (
        insert into role_menu (role_id, menu_id)
        select g.role_id, m.id from granted g join menu m on m.name = g.name on conflict do nothing
      )
      insert into role_resource (role_id, url)
      select role_id, name from granted where name like '/%' on conflict do nothing
    $$;

    insert into menu (name, menu_flag, url, sort) values
      ('DASHBOARD', 1, '/dashboard', 10),
      ('QUOTES', 1, '/quote', 20),
      ('BOOKING', 1, '/booking', 30),
      ('SHIPMENTS', 1, '/shipments', 40),
      ('ANALYTICS', 1, '/analytics', 50),
      ('BILLING', 1, '/billing', 60),
      ('LASTMILE', 1, '/last-mile', 70),
      ('DOCUMENT', 1, '/document', 80),
      ('FREIGHTFORWARDER', 1, '/freightForwarder', 90),
      ('TRACKING', 1, '/tracking', 100),
      ('APPLETRACKING', 1, '/appleTracking', 110),
      ('YTDTRACKING', 1, '/ytdTracking', 120),
      ('ACCOUNT', 1, '/account', 130),
      ('PROFILE', 1, '/account/index', 140),
      ('ADDRESSBOOK', 1, '/account/address', 150),
      ('NOTIFICATIONTRACKING', 1, '/account/notificationSetting', 160),
      ('NOTIFICATIONSHIPMENTS', 1, '/account/shipmentsSubscription', 170),
      ('MessageCenter', 0, null, 1000),
      ('REQUESTQUOTE', 0, null, 1010),
      ('BOOKSHIPMENT', 0, null, 1020),
      ('TEONLINEBOOKING', 0, null, 1030)
    on conflict (name, menu_flag) do nothing;

    -- The desk is the forwarder's own and is offered to no customer.
    insert into role (code, name, name_zh) values
      ('admin', 'Administrator', '管理员'),
      ('operator', 'Logistics operator', '物流专员'),
      ('finance', 'Finance', '财务'),
      ('booker', 'Booking clerk', '订舱员'),
      ('viewer', 'Viewer', '查看者'),
      ('desk', 'Customer service desk', '客服')
    on conflict (company_id, code) do nothing;

    select grant_once('admin',
      'DASHBOARD', 'QUOTES', 'BOOKING', 'SHIPMENTS', 'ANALYTICS', 'BILLING', 'LASTMILE', 'DOCUMENT', 'FREIGHTFORWARDER',
      'TRACKING', 'APPLETRACKING', 'YTDTRACKING', 'ACCOUNT', 'PROFILE', 'ADDRESSBOOK', 'NOTIFICATIONTRACKING',
      'NOTIFICATIONSHIPMENTS', 'MessageCenter', 'REQUESTQUOTE', 'BOOKSHIPMENT', 'TEONLINEBOOKING',
      '/shipment/export', '/shipment/document', '/shipment/publish', '/portalUser/accountUserList',
      '/portalUser/addUser', '/portalUser/editUser', '/portalUser/deleteUser', '/portalUser/getResetPwd');
    select grant_once('operator',
      'DASHBOARD', 'QUOTES', 'BOOKING', 'SHIPMENTS', 'ANALYTICS', 'LASTMILE', 'DOCUMENT', 'TRACKING', 'APPLETRACKING',
      'YTDTRACKING', 'ACCOUNT', 'PROFILE', 'ADDRESSBOOK', 'NOTIFICATIONTRACKING', 'NOTIFICATIONSHIPMENTS',
      'MessageCenter', 'REQUESTQUOTE', '/shipment/export', '/shipment/document', '/shipment/publish');
    select grant_once('finance',
      'DASHBOARD', 'SHIPMENTS', 'BILLING', 'ANALYTICS', 'DOCUMENT', 'ACCOUNT', 'PROFILE',
      'MessageCenter', '/shipment/export', '/shipment/document');
    select grant_once('booker',
      'DASHBOARD', 'SHIPMENTS', 'BOOKING', 'DOCUMENT',
      'BOOKSHIPMENT', 'TEONLINEBOOKING', 'MessageCenter', '/shipment/export', '/shipment/document');
    -- ACCOUNT opens every page below /account: a path is allowed when it starts with a menu's url (product 2.5).
    select grant_once('viewer', 'DASHBOARD', 'SHIPMENTS', 'TRACKING', 'ACCOUNT', 'PROFILE');
    select grant_once('desk',
      'DASHBOARD', 'QUOTES', 'BOOKING', 'SHIPMENTS', 'ANALYTICS', 'BILLING', 'LASTMILE', 'DOCUMENT', 'FREIGHTFORWARDER',
      'TRACKING', 'APPLETRACKING', 'YTDTRACKING', 'ACCOUNT', 'PROFILE', 'ADDRESSBOOK', 'NOTIFICATIONTRACKING',
      'NOTIFICATIONSHIPMENTS', 'MessageCenter', '/shipment/export', '/shipment/document', '/dcsa/v3/events');
  `.execute(db);
}
