import { LONGEST_LEASE, leaseStatement } from '../../system/lease.ts'
import type { CrawlRecords, CrawlState, Due } from '../crawl-records.ts'
import { type Row, type RunSql, SCHEMA, WRITE_LIMIT_MS } from './run-sql.ts'

const COLUMNS: Record<keyof CrawlState, string> = {
  round: 'round',
  page: 'page',
  withTexts: 'with_texts',
  isComplete: 'is_complete',
  isFailing: 'is_failing',
}
const TIMES: Record<Due, string> = { all: 'all_at', newest: 'newest_at' }
/** By the clock of the database, which all instances have. */
const LEASE = leaseStatement(`${SCHEMA}.leases`, {
  now: 'clock_timestamp()',
  until: "clock_timestamp() + $3::float8 * interval '1 second'",
  longest: `clock_timestamp() + ${LONGEST_LEASE} * interval '1 second'`,
})
/** A change may reach another instance than the one that reads. */
const IS_CRAWLED = `EXISTS (SELECT FROM ${SCHEMA}.crawls WHERE service = $1)`

const idOf = ({ id }: Row): string => String(id)

type Write = (sql: string, values: readonly unknown[]) => Promise<readonly Row[]>

export function createCrawlRecords(run: RunSql, service: string): CrawlRecords {
  const write: Write = (sql, values) => run(sql, values, WRITE_LIMIT_MS)
  return {
    ...crawlState(run, write, service),
    ...changeRecords(run, write, service),
    ...cardRecords(run, write, service),
  }
}

function ageOf(row: Row, due: Due): number {
  const age = row[`${due}_age`]
  return age === null || age === undefined ? Infinity : Number(age) * 1000
}

function crawlState(
  run: RunSql,
  write: Write,
  service: string,
): Pick<CrawlRecords, 'lease' | 'state' | 'save' | 'demand'> {
  return {
    lease: async (holder, seconds) => (await run(LEASE, [`crawl ${service}`, holder, seconds])).length > 0,
    async state() {
      const [row = {}] = await run(
        `SELECT *, extract(epoch FROM clock_timestamp() - all_at) AS all_age,
           extract(epoch FROM clock_timestamp() - newest_at) AS newest_age
         FROM ${SCHEMA}.crawls WHERE service = $1`,
        [service],
      )
      return {
        round: Number(row.round ?? 0),
        page: Number(row.page ?? 0),
        withTexts: row.with_texts !== false,
        isComplete: row.is_complete === true,
        isFailing: row.is_failing === true,
        ages: { all: ageOf(row, 'all'), newest: ageOf(row, 'newest') },
      }
    },
    async save(change, begun = []) {
      const entries = Object.entries(COLUMNS).flatMap(([field, column]) =>
        Object.entries(change).flatMap(([name, value]) => (name === field ? [{ column, value }] : [])),
      )
      const columns = [...entries.map(({ column }) => column), ...begun.map((due) => TIMES[due])]
      const values = [...entries.map((_, at) => `$${at + 2}`), ...begun.map(() => 'clock_timestamp()')]
      if (columns.length === 0) return
      await write(
        `INSERT INTO ${SCHEMA}.crawls (service, ${columns.join(', ')}) VALUES ($1, ${values.join(', ')})
         ON CONFLICT (service) DO UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`,
        [service, ...entries.map(({ value }) => value)],
      )
    },
    async demand(due) {
      if (due.length === 0) return
      const unread = due.map((one) => `${TIMES[one]} = NULL`).join(', ')
      await write(`UPDATE ${SCHEMA}.crawls SET ${unread} WHERE service = $1`, [service])
    },
  }
}

function changeRecords(run: RunSql, write: Write, service: string): Pick<CrawlRecords, 'note' | 'noted' | 'forget'> {
  return {
    async note(paths) {
      if (paths.length === 0) return
      await write(
        `INSERT INTO ${SCHEMA}.changes (service, path)
         SELECT $1, path FROM unnest($2::text[]) AS noted (path) WHERE ${IS_CRAWLED} ORDER BY path
         ON CONFLICT (service, path) DO UPDATE SET at = excluded.at`,
        [service, [...new Set(paths)]],
      )
    },
    async noted(most) {
      const rows = await run(
        `SELECT path, (SELECT clock_timestamp()::text) AS token FROM ${SCHEMA}.changes WHERE service = $1
         ORDER BY at LIMIT $2`,
        [service, most],
      )
      return { paths: rows.map(({ path }) => String(path)), token: String(rows[0]?.token ?? '') }
    },
    async forget(paths, token) {
      if (paths.length === 0) return
      await write(
        `DELETE FROM ${SCHEMA}.changes WHERE service = $1 AND path = ANY ($2::text[]) AND at <= $3::timestamptz`,
        [service, paths, token],
      )
    },
  }
}

function cardRecords(
  run: RunSql,
  write: Write,
  service: string,
): Pick<CrawlRecords, 'count' | 'cards' | 'stamps' | 'idsOfPosts' | 'see' | 'unseen'> {
  return {
    async count() {
      const [row] = await write(`SELECT count(*) AS count FROM ${SCHEMA}.cards WHERE service = $1`, [service])
      return Number(row?.count ?? 0)
    },
    async cards(ids) {
      const rows = await run(
        `SELECT card FROM unnest($2::text[]) WITH ORDINALITY AS found (id, place)
         JOIN ${SCHEMA}.cards USING (id) WHERE service = $1 ORDER BY place`,
        [service, ids],
      )
      return rows.map(({ card }) => String(card))
    },
    async stamps(ids) {
      const rows = await run(
        `SELECT id, stamp FROM ${SCHEMA}.cards WHERE service = $1 AND id = ANY ($2::text[])`,
        [service, ids],
        WRITE_LIMIT_MS,
      )
      return rows.map((row) => ({ id: idOf(row), stamp: String(row.stamp) }))
    },
    async idsOfPosts(posts) {
      if (posts.length === 0) return []
      const rows = await run(`SELECT id FROM ${SCHEMA}.cards WHERE service = $1 AND post = ANY ($2::text[])`, [
        service,
        posts,
      ])
      return rows.map(idOf)
    },
    async see(ids, round) {
      await write(
        `UPDATE ${SCHEMA}.cards SET round = $3 WHERE service = $1 AND id = ANY ($2::text[]) AND round <> $3`,
        [service, ids, round],
      )
    },
    async unseen(round, after, most) {
      const rows = await write(
        `SELECT id FROM ${SCHEMA}.articles AS one WHERE service = $1 AND id > $3 AND NOT EXISTS
           (SELECT FROM ${SCHEMA}.cards WHERE service = $1 AND cards.id = one.id AND round = $2)
         ORDER BY id LIMIT $4`,
        [service, round, after, most],
      )
      return rows.map(idOf)
    },
  }
}
