import type { Db } from '../schema.ts'
import { run } from '../statements.ts'

/** The catalogue and the listings. Few machines wait for their day or were withdrawn, in a catalogue of any size. */
export const up = (trx: Db) =>
  run(trx, ({ id, key }) => [
    'create table revision (value bigint not null)',
    'insert into revision (value) values (0)',
    `create table manufacturers (
      id ${id} primary key, slug ${key} not null unique, name text not null, aliases text not null, revision bigint not null)`,
    `create table classes (key ${key} primary key, doc text not null, revision bigint not null)`,
    `create table machines (
      id ${id} primary key, slug ${key} not null unique, manufacturer_id bigint not null, class_key ${key} not null,
      published_at text, facts text not null, detail text not null,
      price_from_inr bigint, price_to_inr bigint, price_kind text, price_as_of text, media_image text,
      linkage text not null, aliases text not null, version bigint not null, announced integer not null,
      revision bigint not null)`,
    `create table implements (
      id ${id} primary key, slug ${key} not null unique, manufacturer_id bigint not null, published_at text, doc text not null,
      hp_min double precision, hp_max double precision, linkage text not null, revision bigint not null)`,
    `create table listings (
      id ${id} primary key, status text not null, sold_at bigint, machine_slug text not null, doc text not null,
      revision bigint not null)`,
    `create table listing_contacts (listing_id ${id} primary key, doc text not null)`,
    `create table sources (
      record_type text not null, record_key text not null, doc text not null,
      constraint sources_key primary key (record_type, record_key))`,
    'create index manufacturers_revision on manufacturers (revision)',
    'create index classes_revision on classes (revision)',
    'create index machines_revision on machines (revision)',
    'create index implements_revision on implements (revision)',
    'create index listings_revision on listings (revision)',
    'create index machines_unannounced on machines (published_at) where announced = 0',
  ])
