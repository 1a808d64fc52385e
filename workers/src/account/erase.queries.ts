// Facts of games stay, and the account in them becomes a placeholder: boards are what they were.

import { teamNameKey } from '@vexil/contract/name.rules';
import type { Executor, Tx } from '@vexil/db';
import { accounts, apiTokens, mailTokens, sessions } from '@vexil/db/schema/account';
import { auditEntries } from '@vexil/db/schema/audit';
import { type CaptureRow, captures } from '@vexil/db/schema/capture';
import { caseQuestions, cases, playTraces } from '@vexil/db/schema/evidence';
import { factors, recoveryCodes } from '@vexil/db/schema/factor';
import { gameStaff } from '@vexil/db/schema/game';
import { logs } from '@vexil/db/schema/log';
import { accountErasures, accountExports } from '@vexil/db/schema/own-data';
import { noWriteup, participationMembers, participations } from '@vexil/db/schema/participation';
import { accountLinks } from '@vexil/db/schema/sign-in';
import { submissions } from '@vexil/db/schema/submission';
import { teams } from '@vexil/db/schema/team';
import { webhookDeliveries } from '@vexil/db/schema/webhook';
import { noPassword } from '@vexil/runtime/no-password';
import { and, asc, eq, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';

export async function listDueErasures(db: Executor, now: Date): Promise<string[]> {
  const rows = await db
    .select({ id: accountErasures.accountId })
    .from(accountErasures)
    .where(and(isNull(accountErasures.erasedAt), lte(accountErasures.dueAt, now)))
    .orderBy(asc(accountErasures.dueAt));
  return rows.map(({ id }) => id);
}

/** False where its owner has changed their mind, or another worker was first. */
export async function lockErasure(tx: Tx, accountId: string): Promise<boolean> {
  await tx.select().from(accounts).where(eq(accounts.id, accountId)).for('no key update');
  const pending = and(eq(accountErasures.accountId, accountId), isNull(accountErasures.erasedAt));
  return (await tx.select().from(accountErasures).where(pending).for('update')).length > 0;
}

/** What names a person in texts, and where the person was. */
export interface Traces {
  /** Of the account, former ones included. */
  names: string[];
  emails: string[];
  ips: string[];
}

const unknownIp = '0.0.0.0';

export async function readTraces(db: Executor, accountId: string): Promise<Traces> {
  const [row] = await db.execute<{ names: string[]; emails: string[]; ips: (string | null)[] }>(sql`
    with recursive audited as (
      select value->>'userName' as name, value->>'email' as email
      from audit_entries e, lateral (values (e.before), (e.after)) v(value) where e.target = ${`account:${accountId}`}
    ), named(name) as (
      select user_name::text from accounts where id = ${accountId}
      union select name from audited where name is not null
      union select l.user_name::text from named n join logs l on l.message = 'Changed the user name to ' || n.name
    )
    select (select jsonb_agg(distinct name) from named) as names,
      to_jsonb(array(select email from accounts where id = ${accountId}
        union select email from mail_tokens where account_id = ${accountId}
        union select email from audited where email is not null)) as emails,
      to_jsonb(array(select ip from accounts where id = ${accountId} union select ip from sessions where account_id = ${accountId}
        union select ip from audit_entries where account_id = ${accountId}
        union select ip from submissions where account_id = ${accountId}
        union select ip from logs where user_name in (select name from named))) as ips`);
  const ips = (row?.ips ?? []).filter((ip) => ip !== null && ip !== unknownIp) as string[];
  return { names: row?.names ?? [], emails: row?.emails ?? [], ips };
}

export interface OwnTeam {
  id: number;
  name: string;
  avatarHash: string | null;
}

/** Teams that the account is alone in. */
export const listOwnTeams = (db: Executor, accountId: string): Promise<OwnTeam[]> =>
  db
    .select({ id: teams.id, name: teams.name, avatarHash: teams.avatarHash })
    .from(teams)
    .where(
      and(
        eq(teams.captainId, accountId),
        sql`not exists (select from team_members m where m.team_id = ${teams.id} and m.account_id <> ${accountId})`,
      ),
    )
    .orderBy(asc(teams.id));

/** Traffic of its teams of one, and that of its other teams and of shared instances with an address of it. */
export function listCapturesOf(db: Executor, accountId: string, ips: readonly string[]): Promise<CaptureRow[]> {
  const own = sql`select p.id from participation_members m join participations p on p.id = m.participation_id
    where m.account_id = ${accountId}`;
  const games = sql`select game_id from participation_members where account_id = ${accountId}`;
  const alone = sql`select p.id from participations p join teams t on t.id = p.team_id where t.captain_id = ${accountId}
    and not exists (select from team_members m where m.team_id = t.id and m.account_id <> ${accountId})`;
  const seen = sql`${captures.clients} ?| ${sql.param(ips)}::text[]`;
  const { participationId, gameId } = captures;
  const shared = sql`(${participationId} in (${own}) or ${participationId} = 0 and ${gameId} in (${games}))`;
  return db
    .select()
    .from(captures)
    .where(or(sql`${participationId} in (${alone})`, and(shared, seen)));
}

/** Its server discards a file that is open. */
export async function forgetCapture(db: Executor, { id, state }: CaptureRow, now: Date): Promise<void> {
  if (state === 'open') await db.update(captures).set({ deletedAt: now, clients: [] }).where(eq(captures.id, id));
  else await db.delete(captures).where(eq(captures.id, id));
}

export async function listGamesOf(tx: Tx, accountId: string): Promise<number[]> {
  const { gameId, accountId: member } = participationMembers;
  return (await tx.selectDistinct({ gameId }).from(participationMembers).where(eq(member, accountId))).map(
    (row) => row.gameId,
  );
}

/** Returns what named files of the account. */
export async function erasePerson(tx: Tx, accountId: string, userName: string): Promise<(string | null)[]> {
  const [before] = await tx.select({ hash: accounts.avatarHash }).from(accounts).where(eq(accounts.id, accountId));
  const personal = { bio: '', realName: '', stdNumber: '', phone: null, avatarHash: null, ip: unknownIp, fields: {} };
  const times = { lastSignedInAt: null, lastVisitedAt: null };
  const email = `${accountId}@erased.invalid`;
  await tx
    .update(accounts)
    .set({ userName, email, emailConfirmed: false, passwordHash: noPassword, role: 'Banned', ...personal, ...times })
    .where(eq(accounts.id, accountId));
  for (const table of [sessions, mailTokens, accountLinks, factors, recoveryCodes, accountExports, gameStaff])
    await tx.delete(table).where(sql`${table.accountId} = ${accountId}`);
  await tx.delete(apiTokens).where(eq(apiTokens.creatorId, accountId));
  await tx.update(participationMembers).set({ fields: {} }).where(eq(participationMembers.accountId, accountId));
  const origin = { addressHash: null, deviceHash: null };
  await tx
    .update(submissions)
    .set({ ip: null, ...origin })
    .where(eq(submissions.accountId, accountId));
  await tx.update(playTraces).set(origin).where(eq(playTraces.accountId, accountId));
  return [before?.hash ?? null];
}

/** A team of several stays with its other members, the oldest of which leads it. */
export async function leaveTeams(tx: Tx, accountId: string, own: readonly OwnTeam[]): Promise<void> {
  const kept = own.length > 0 ? sql`and t.id <> all(${sql.param(own.map(({ id }) => id))}::int[])` : sql``;
  await tx.execute(sql`
    update teams t set captain_id = (select m.account_id from team_members m
      where m.team_id = t.id and m.account_id <> ${accountId} order by m.created_at, m.account_id limit 1)
    where t.captain_id = ${accountId} ${kept}`);
  await tx.execute(sql`
    delete from team_members where account_id = ${accountId} and team_id not in (
      select id from teams t where t.captain_id = ${accountId})`);
}

const token = (name: string) => JSON.stringify(name);

/** What the team answered to questions goes; that it was asked stays. Returns the files. */
async function eraseAnswers(tx: Tx, teamId: number): Promise<(string | null)[]> {
  const ofTeam = sql`${caseQuestions.caseId} in (
    select ${cases.id} from ${cases} join participations p on p.id = ${cases.participationId}
    where p.team_id = ${teamId})`;
  const sent = await tx.select({ hash: caseQuestions.answerHash }).from(caseQuestions).where(ofTeam);
  await tx.update(caseQuestions).set({ answer: null, answerHash: null }).where(ofTeam);
  return sent.map(({ hash }) => hash);
}

/** Returns what named files of the team: its picture, writeups and answers. */
export async function eraseTeam(tx: Tx, team: OwnTeam, name: string): Promise<(string | null)[]> {
  await tx.update(teams).set({ name, bio: null, avatarHash: null }).where(eq(teams.id, team.id));
  const ofTeam = eq(participations.teamId, team.id);
  const { writeupHash, gameId } = participations;
  const played = await tx.select({ writeupHash, gameId }).from(participations).where(ofTeam);
  await tx
    .update(participations)
    .set({ nameKey: teamNameKey(name), ...noWriteup })
    .where(ofTeam);
  const games = sql.param(played.map((row) => row.gameId));
  await tx.execute(sql`
    update notices set values = jsonb_set(values, '{0}', to_jsonb(${name}::text))
    where game_id = any(${games}::int[]) and type in ('FirstBlood', 'SecondBlood', 'ThirdBlood')
      and values->>0 = ${team.name}`);
  const renamed = (column: SQL) => sql`replace(${column}::text, ${token(team.name)}, ${token(name)})::jsonb`;
  await tx.execute(sql`
    update rejudgings set teams = ${renamed(sql`teams`)}, effect = ${renamed(sql`effect`)}
    where game_id = any(${games}::int[])`);
  return [team.avatarHash, ...played.map((row) => row.writeupHash), ...(await eraseAnswers(tx, team.id))];
}

/** As whole words: a name may be a part of others. In JSON some characters are written in another way. */
export function patternOf(words: readonly string[]): string {
  const forms = new Set(words.filter((word) => word !== '').flatMap((word) => [word, token(word).slice(1, -1)]));
  const escaped = [...forms].map((form) => form.replace(/[^\p{L}\p{N}\s]/gu, '\\$&'));
  return `(^|[^[:alnum:]])(${escaped.join('|')})([^[:alnum:]]|$)`;
}

/** Lines that name the account go; entries of the audit log stay without what they name. */
export async function eraseTexts(
  tx: Tx,
  accountId: string,
  { names, emails }: Traces,
  own: readonly OwnTeam[],
): Promise<void> {
  const lower = names.map((name) => name.toLowerCase());
  const pattern = patternOf([...names, ...emails]);
  await tx
    .delete(logs)
    .where(or(sql`lower(${logs.userName}) = any(${sql.param(lower)}::text[])`, sql`${logs.message} ~* ${pattern}`));
  await tx.update(auditEntries).set({ ip: null }).where(eq(auditEntries.accountId, accountId));
  const { target, before, after } = auditEntries;
  const targets = [`account:${accountId}`, ...own.map(({ id }) => `team:${id}`)];
  await tx
    .update(auditEntries)
    .set({ before: null, after: null })
    .where(or(inArray(target, targets), sql`${before}::text ~* ${pattern}`, sql`${after}::text ~* ${pattern}`));
  const sent = patternOf([...names, ...emails, ...own.map(({ name }) => name)]);
  await tx.delete(webhookDeliveries).where(sql`${webhookDeliveries.data}::text ~* ${sent}`);
}

export async function finishErasure(tx: Tx, accountId: string, now: Date): Promise<void> {
  await tx.update(accountErasures).set({ erasedAt: now }).where(eq(accountErasures.accountId, accountId));
  await tx.insert(auditEntries).values({ action: 'account.erase', target: `account:${accountId}`, after: {} });
}
