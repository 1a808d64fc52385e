import { type Database, openDatabase } from '@vexil/db';

/** One database is filled once; each row that writes gets a copy of it. */
export interface Databases {
  /** Filled once; PostgreSQL copies it only while nothing is connected. */
  readonly seeded: string;
  readonly copied: string;
  /** Replaces the copy and ends its connections. */
  copy(): Promise<string>;
  admin(): Database;
  close(): Promise<void>;
}

const copyName = 'vexil_run';

/** @param url of the database that is filled; its role and the superuser have one password */
export function openDatabases(url: string): Databases {
  const at = (user: string, database: string) => {
    const changed = new URL(url);
    changed.username = user;
    changed.pathname = `/${database}`;
    return changed.href;
  };
  const master = openDatabase(at('postgres', 'postgres'), { connectionsMax: 1 });
  let admin: Database | null = null;
  return {
    seeded: url,
    copied: at('vexil', copyName),
    async copy() {
      await admin?.close();
      admin = null;
      await master.sql.unsafe(`drop database if exists ${copyName} with (force)`);
      await master.sql.unsafe(
        `create database ${copyName} template ${new URL(url).pathname.slice(1)} owner vexil strategy file_copy`,
      );
      return at('vexil', copyName);
    },
    admin() {
      admin ??= openDatabase(at('postgres', copyName), { connectionsMax: 2 });
      return admin;
    },
    async close() {
      await admin?.close();
      await master.close();
    },
  };
}
