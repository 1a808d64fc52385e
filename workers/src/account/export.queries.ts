import type { Db, Executor } from '@vexil/db';
import { accounts } from '@vexil/db/schema/account';
import type { FileRow } from '@vexil/db/schema/file';
import { type AccountExportRow, accountExports } from '@vexil/db/schema/own-data';
import { and, eq, type SQL, sql } from 'drizzle-orm';

export async function findRequestedExport(db: Executor, accountId: string) {
  const [row] = await db
    .select({ request: accountExports, email: accounts.email })
    .from(accountExports)
    .innerJoin(accounts, eq(accounts.id, accountExports.accountId))
    .where(eq(accountExports.accountId, accountId));
  return row;
}

export const listExports = (db: Executor): Promise<AccountExportRow[]> => db.select().from(accountExports);

const isOf = ({ accountId, requestedAt }: AccountExportRow) =>
  and(eq(accountExports.accountId, accountId), eq(accountExports.requestedAt, requestedAt));

/** Nothing where another one was asked for meanwhile. */
export async function updateExport(
  db: Executor,
  request: AccountExportRow,
  values: Partial<AccountExportRow>,
): Promise<void> {
  await db.update(accountExports).set(values).where(isOf(request));
}

export async function deleteExport(db: Executor, request: AccountExportRow): Promise<void> {
  await db.delete(accountExports).where(isOf(request));
}

/**
 * What is stored about an account, without secrets and without what staff note about teams. Of the rows that other people
 * are in, only what concerns the account.
 */
/** Answers by the names of the fields. */
const answersOf = (asked: SQL, values: SQL) => sql`(
  select coalesce(jsonb_object_agg(f->>'name', ${values}->(f->>'id')), '{}')
  from jsonb_array_elements(${asked}) f where ${values} ? (f->>'id'))`;

const askedOfAccounts = sql`
  coalesce((select value::jsonb from config_entries where key = 'accountPolicy.fields'), '[]')`;

const sections: Record<string, (id: string) => SQL> = {
  account: (id) => sql`
    select id, user_name as "userName", email, email_confirmed as "emailConfirmed", role, bio, real_name as "realName",
      std_number as "stdNumber", phone, avatar_hash as "avatarHash", ip, registered_at as "registeredAt",
      last_signed_in_at as "lastSignedInAt", last_visited_at as "lastVisitedAt", updated_at as "updatedAt",
      ${answersOf(askedOfAccounts, sql`fields`)} as fields
    from accounts where id = ${id}`,
  sessions: (id) => sql`
    select created_at as "createdAt", last_seen_at as "lastSeenAt", expires_at as "expiresAt", ip,
      user_agent as "userAgent", device_hash as "deviceHash"
    from sessions where account_id = ${id} order by created_at`,
  signInLinks: (id) => sql`
    select provider, issuer, subject, label, created_at as "createdAt", last_used_at as "lastUsedAt"
    from account_links where account_id = ${id} order by provider`,
  factors: (id) => sql`
    select name, case when secret_sealed is null then 'passkey' else 'app' end as kind, transports,
      created_at as "createdAt", last_used_at as "lastUsedAt"
    from factors where account_id = ${id} order by created_at`,
  recoveryCodes: (id) => sql`select count(*) as left from recovery_codes where account_id = ${id}`,
  consents: (id) => sql`
    select g.title as game, t.text, k.hash, k.created_at as "acceptedAt"
    from consents k join consent_texts t on t.hash = k.hash left join games g on g.id = k.game_id
    where k.account_id = ${id} order by k.id`,
  tokens: (id) => sql`
    select t.name, t.scopes, p.title as game, t.created_at as "createdAt", t.expires_at as "expiresAt",
      t.last_used_at as "lastUsedAt", t.revoked_at as "revokedAt"
    from api_tokens t left join game_tokens g on g.token_id = t.id left join games p on p.id = g.game_id
    where t.creator_id = ${id} order by t.created_at`,
  mails: (id) => sql`
    select purpose, email, language, created_at as "createdAt", sent_at as "sentAt", used_at as "usedAt"
    from mail_tokens where account_id = ${id} order by created_at`,
  teams: (id) => sql`
    select t.id, t.name, t.bio, t.captain_id = m.account_id as "isCaptain", m.joined_at as "joinedAt"
    from (select team_id, account_id, created_at as joined_at from team_members where account_id = ${id}) m
      join teams t on t.id = m.team_id order by t.id`,
  participations: (id) => sql`
    select p.id, g.title as game, t.name as team, p.status, d.name as division, m.created_at as "joinedAt",
      ${answersOf(sql`g.fields`, sql`m.fields`)} as fields, p.writeup_name as "writeupName", p.writeup_at as "writeupAt", p.writeup_hash as "writeupHash"
    from participation_members m join participations p on p.id = m.participation_id join games g on g.id = p.game_id
      join teams t on t.id = p.team_id left join divisions d on d.id = p.division_id
    where m.account_id = ${id} order by p.id`,
  staffOf: (id) => sql`
    select g.title as game, s.role, s.created_at as "since"
    from game_staff s join games g on g.id = s.game_id where s.account_id = ${id} order by s.game_id`,
  submissions: (id) => sql`
    select s.id, g.title as game, c.title as challenge, s.answer_sealed as "answer", s.status,
      s.submitted_at as "submittedAt", s.ip, s.via, s.address_hash as "addressHash", s.device_hash as "deviceHash"
    from submissions s join games g on g.id = s.game_id join challenges c on c.id = s.challenge_id
    where s.account_id = ${id} order by s.id`,
  solves: (id) => sql`
    select g.title as game, c.title as challenge, s.solved_at as "solvedAt"
    from solves s join games g on g.id = s.game_id join challenges c on c.id = s.challenge_id
    where s.account_id = ${id} and s.reversed_at is null order by s.id`,
  hints: (id) => sql`
    select g.title as game, c.title as challenge, -a.points as price, a.awarded_at as "takenAt"
    from awards a join games g on g.id = a.game_id left join challenges c on c.id = a.challenge_id
    where a.account_id = ${id} and a.hint_id is not null order by a.id`,
  awardsGiven: (id) => sql`
    select g.title as game, a.points, a.reason, a.awarded_at as "awardedAt"
    from awards a join games g on g.id = a.game_id
    where a.account_id = ${id} and a.hint_id is null order by a.id`,
  instances: (id) => sql`
    select g.title as game, c.title as challenge, i.kind, i.requested_at as "requestedAt", i.started_at as "startedAt",
      i.ended_at as "endedAt", i.end_reason as "endReason"
    from containers i join games g on g.id = i.game_id join challenges c on c.id = i.challenge_id
    where i.account_id = ${id} order by i.requested_at`,
  events: (id) => sql`
    select g.title as game, e.type, e.happened_at as "happenedAt"
    from activities e join games g on g.id = e.game_id
    where e.account_id = ${id} and e.type <> 'CheatDetected' order by e.id`,
  traces: (id) => sql`
    select g.title as game, c.title as challenge, r.kind, r.happened_at as "happenedAt",
      r.address_hash as "addressHash", r.device_hash as "deviceHash"
    from play_traces r join games g on g.id = r.game_id join challenges c on c.id = r.challenge_id
    where r.account_id = ${id} order by r.happened_at`,
  // As the team sees them; notes of staff are not among them.
  questions: (id) => sql`
    select g.title as game, c.title as challenge, q.text, q.due_at as "dueAt", q.created_at as "askedAt", q.answer,
      q.answer_hash as "answerHash", q.answered_at as "answeredAt",
      coalesce(q.answered_by_id = m.account_id, false) as "answeredByAccount"
    from participation_members m join cases k on k.participation_id = m.participation_id
      join case_questions q on q.case_id = k.id join games g on g.id = k.game_id
      left join challenges c on c.id = q.challenge_id
    where m.account_id = ${id} order by q.id`,
  posts: (id) => sql`select id, title, updated_at as "updatedAt" from posts where author_id = ${id} order by id`,
  captureSearches: (id) => sql`
    select g.title as game, s.kind, s.created_at as "createdAt"
    from capture_searches s join games g on g.id = s.game_id where s.account_id = ${id} order by s.created_at`,
  changesByAccount: (id) => sql`
    select action, target, ip, created_at as "at" from audit_entries where account_id = ${id} order by id`,
  changesOfAccount: (id) => sql`
    select action, before, after, created_at as "at"
    from audit_entries where target = ${`account:${id}`} order by id`,
  // Lines about submissions say what staff alone may know.
  log: (id) => sql`
    select l.time, l.message, l.ip from logs l join accounts a on lower(a.user_name) = lower(l.user_name)
    where a.id = ${id} and l.kind <> 'submission' order by l.id`,
};

type Rows = Record<string, unknown>[];

export interface OwnData {
  data: Record<keyof typeof sections, Rows>;
  files: FileRow[];
}

/** As of one moment. */
export function readOwnData(db: Db, accountId: string): Promise<OwnData> {
  return db.transaction(
    async (tx) => {
      const data: Record<string, Rows> = {};
      for (const [name, select] of Object.entries(sections)) {
        const [found] = await tx.execute<{ rows: Rows }>(
          sql`select coalesce(jsonb_agg(x), '[]') as rows from (${select(accountId)}) x`,
        );
        data[name] = found?.rows ?? [];
      }
      const files = await tx.execute<FileRow & Record<string, unknown>>(sql`
        select hash, name, content_type as "contentType", size_bytes::float8 as "sizeBytes" from files
        where hash in (select avatar_hash from accounts where id = ${accountId} union
          select p.writeup_hash from participation_members m join participations p on p.id = m.participation_id
          where m.account_id = ${accountId} union
          select q.answer_hash from participation_members m join cases k on k.participation_id = m.participation_id
            join case_questions q on q.case_id = k.id where m.account_id = ${accountId})`);
      return { data, files: [...files] };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
