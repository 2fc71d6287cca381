-- Who may do what in PostgreSQL. Run it as a superuser, or as the owner of the database who may make roles, after
-- `yantra migrate` and again after each one that brought a new schema; it may be run any number of times.
--
--   yantra_migrate  owns the tables: `yantra migrate`, `import`, `export`, `move`, and every other command
--   yantra_serve    `yantra serve --no-deliver` with CONSOLE=false: what the world reaches
--   yantra_console  the same with the console: what the operator reaches
--   yantra_deliver  `yantra deliver`
--
-- They have no password: give each one, or let the server know them by certificate.
-- A process that does more than one of these needs the rights of both: grant yantra_deliver to yantra_console.

do $$
declare name text;
begin
  foreach name in array array['yantra_migrate', 'yantra_serve', 'yantra_console', 'yantra_deliver'] loop
    if not exists (select from pg_roles where rolname = name) then
      execute format('create role %I login', name);
    end if;
  end loop;
  execute format('revoke all on database %I from public', current_database());
  execute format('grant connect on database %I to yantra_migrate, yantra_serve, yantra_console, yantra_deliver', current_database());
end $$;

revoke all on schema public from public;
grant usage, create on schema public to yantra_migrate;
grant usage on schema public to yantra_serve, yantra_console, yantra_deliver;

-- What there is belongs to the one who changes it.
do $$
declare name text;
begin
  for name in select tablename from pg_tables where schemaname = 'public' and tableowner <> 'yantra_migrate' loop
    execute format('alter table public.%I owner to yantra_migrate', name);
  end loop;
end $$;

-- Every grant is below; what an older version of this file granted is gone.
revoke all on all tables in schema public from yantra_serve, yantra_console, yantra_deliver;

-- All three: they follow the catalogue, take their turn to write, announce what is due, and say that they are there.
grant select on schema_version, revision, removals, manufacturers, classes, machines, implements, listings, subscriptions,
  subscription_secrets, api_keys, secret_key_check to yantra_serve, yantra_console, yantra_deliver;
grant insert, delete on secret_key_check to yantra_serve, yantra_console, yantra_deliver;
grant update on revision to yantra_serve, yantra_console, yantra_deliver;
grant update (announced, version, revision) on machines to yantra_serve, yantra_console, yantra_deliver;
grant update (announced, revision) on implements, listings to yantra_serve, yantra_console, yantra_deliver;
-- LISTING_DAYS.
grant update (status) on listings to yantra_serve, yantra_console, yantra_deliver;
grant select, insert, update, delete on listing_seen to yantra_serve, yantra_console, yantra_deliver;
-- Whoever changes a record adds to the history; nobody changes what it says.
grant select, insert on history, history_blocks to yantra_serve, yantra_console, yantra_deliver;
grant select, update on history_head to yantra_serve, yantra_console, yantra_deliver;
-- What is retracted or erased leaves its entry without content, and a row that tells why.
grant select on withheld, photographs to yantra_serve;
grant select, insert on withheld to yantra_console, yantra_deliver;
grant update on history_blocks to yantra_console;
grant delete on withheld to yantra_deliver;
grant select, insert, update, delete on photographs to yantra_console, yantra_deliver;
grant select on removed_records to yantra_serve, yantra_console, yantra_deliver;
-- Replicas of release 1.7 use past_removals during an upgrade.
grant select on past_removals to yantra_serve, yantra_console, yantra_deliver;
grant select, insert, update on events to yantra_serve, yantra_console, yantra_deliver;
grant select, insert on deliveries to yantra_serve, yantra_console, yantra_deliver;
-- Replicas of release 1.7 write traffic during an upgrade.
grant select, insert, update, delete on presence, traffic, key_use to yantra_serve, yantra_console, yantra_deliver;

-- How imports went, for the metrics: not what they were called, nor what was rejected.
grant select (at, id, state, seen_at, read, created, changed, unchanged, rejected) on imports
  to yantra_serve, yantra_console, yantra_deliver;

-- Answering: keys are looked up and their use is noted; subscriptions come and go; enquiries are taken in, not read.
grant select on key_secrets, removed_subscriptions, search_sync to yantra_serve, yantra_console;
grant update (last_used_at) on api_keys to yantra_serve, yantra_console;
grant insert, delete on subscriptions, subscription_secrets to yantra_serve, yantra_console;
grant insert on removed_subscriptions, enquiries to yantra_serve, yantra_console;
-- Subscribers look at their deliveries, have them sent again, and rotate their secret.
grant select, insert, update, delete on idempotency_keys to yantra_serve, yantra_console;
grant select on attempts to yantra_serve;
grant update on deliveries to yantra_serve;
grant update on subscription_secrets to yantra_serve;
-- Two rotations of one subscription take turns by updating its id to itself.
grant update (id) on subscriptions to yantra_serve;
-- The limits for an address, a network and a listing are counted by these.
grant select (sender, network, listing_id, created_at) on enquiries to yantra_serve, yantra_console;
-- How many wait, for the metrics: not who asked, nor what.
grant select (status, mail, due_at) on enquiries to yantra_serve;
-- Listings of the sample are marked, and take no enquiry.
grant select on sample_records to yantra_serve;
grant update on search_sync to yantra_serve, yantra_console;

-- The console: what an operator does there, imports included. The log of changes is written and read, never changed.
grant select, insert, update on manufacturers, classes, machines, implements, listings, listing_decisions, enquiries,
  subscriptions, api_keys, search_sync to yantra_console;
grant select, insert, update, delete on sources, listing_contacts, listing_senders, import_undo, key_secrets, subscription_secrets, console_links,
  console_sessions, imports, uploads, upload_parts, mappings, sample_records to yantra_console;
-- Erase and retract remove what shows the content; undoing an import removes the records that it brought.
grant delete on events, deliveries, attempts, enquiries to yantra_console;
grant delete on manufacturers, classes, machines, implements, listings, listing_decisions to yantra_console;
grant insert, update, delete on removed_records to yantra_console;
grant insert on past_removals to yantra_console;
grant update on removals to yantra_console;
grant select, update on deliveries to yantra_console;
grant select on attempts to yantra_console;
grant select, insert on audit to yantra_console;

-- Sending: deliveries and mail, and what is older than its retention.
grant update, delete on deliveries, events to yantra_deliver;
grant select, insert, update, delete on attempts to yantra_deliver;
grant update on subscriptions to yantra_deliver;
grant delete on subscription_secrets to yantra_deliver;
grant select, delete on removed_subscriptions, idempotency_keys to yantra_deliver;
grant select, update, delete on enquiries to yantra_deliver;
grant select on listing_contacts to yantra_deliver;
grant delete on history, history_blocks to yantra_deliver;
grant select, delete on import_undo to yantra_deliver;
