import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { POSTGRES_STEPS } from '../../../../src/features/newsletter/store/postgres/schema.ts'
import { SQLITE_STEPS, updateTables } from '../../../../src/features/newsletter/store/sqlite/schema.ts'
import { openSubscribers } from '../../../support/subscribers.ts'

const AT = '2026-03-03T12:00:00.000Z'
const NEXT_STEPS = [
  ...SQLITE_STEPS,
  'ALTER TABLE subscribers ADD COLUMN city TEXT; CREATE INDEX subscribers_city ON subscribers (city); PRAGMA user_version = 9',
  `UPDATE subscribers SET city = 'Łódź'; PRAGMA user_version = 10`,
]

const digest = (step: string): string =>
  createHash('sha256').update(step.replace(/\s+/g, ' ')).digest('hex').slice(0, 12)

test('SUB-6: steps that ran on machines of customers are as they were; a new one is added to this list', () => {
  expect(SQLITE_STEPS.map(digest)).toEqual([
    ...['a8426e9b0497', '14842604b260', '70ee662352be', '0f354b55eee8', '09bfc54b0243'],
  ])
  expect(POSTGRES_STEPS.map(digest)).toEqual([
    ...['30f4f8273a40', '33be354c77e6', 'dbc35074034b', '7b6fa404a2ae', 'b58a379a0561', '36bdb8538cb5'],
  ])
})

test('SUB-6: the steps of a file end with its versions, in their order', () => {
  const versions = SQLITE_STEPS.map((step) => /PRAGMA user_version = (\d+)\s*$/.exec(step)?.[1])
  expect(versions).toEqual(SQLITE_STEPS.map((_step, index) => String(index + 4)))
})

describe('SUB-6: the file of an earlier release', () => {
  let folder: string
  let file: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steps-'))
    file = join(folder, 'subscribers.sqlite')
    const { store, close } = openSubscribers(file, () => new Date(AT))
    await store.subscribe('jan@poczta.example', 'post', AT)
    await store.saveIssue({ id: 'i1', service: 'post', subject: 's', createdAt: AT, content: '{}', state: 'draft' })
    await close()
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const withFile = <T>(work: (db: DatabaseSyncInstance) => T): T => {
    const db = new DatabaseSync(file, { timeout: 1000 })
    try {
      return work(db)
    } finally {
      db.close()
    }
  }
  const version = (db: DatabaseSyncInstance): unknown => db.prepare('PRAGMA user_version').get()?.user_version
  const cities = (db: DatabaseSyncInstance): unknown[] =>
    db
      .prepare('SELECT email, city FROM subscribers ORDER BY id')
      .all()
      .map((row) => ({ ...row }))

  test('it gets the steps that it lacks, in their order, and keeps its rows', () => {
    withFile((db) => {
      updateTables(db, NEXT_STEPS)
      expect(version(db)).toBe(10)
      expect(cities(db)).toEqual([{ email: 'jan@poczta.example', city: 'Łódź' }])
      expect(db.prepare('SELECT id FROM issues').all()).toHaveLength(1)
    })
  })

  test('one step behind, it gets the last one alone', () => {
    withFile((db) => updateTables(db, NEXT_STEPS.slice(0, -1)))
    withFile((db) => {
      updateTables(db, NEXT_STEPS)
      expect(version(db)).toBe(10)
    })
  })

  test('an empty file gets all of them', () => {
    const db = new DatabaseSync(':memory:')
    updateTables(db, NEXT_STEPS)
    expect(version(db)).toBe(10)
    expect(cities(db)).toEqual([])
    db.close()
  })

  test('a process that another one overtakes between its look and its lock does nothing twice', () => {
    withFile((db) => {
      const overtaken = new Proxy(db, {
        get(target, name) {
          if (name !== 'exec') return Reflect.get(target, name).bind(target)
          return (sql: string) => {
            if (sql === 'BEGIN IMMEDIATE') withFile((other) => updateTables(other, NEXT_STEPS))
            target.exec(sql)
          }
        },
      })
      updateTables(overtaken, NEXT_STEPS)
      expect(version(db)).toBe(10)
    })
  })

  test('a step that fails leaves nothing of itself, nor of those before it', () => {
    withFile((db) => {
      expect(() => updateTables(db, [...NEXT_STEPS, 'INSERT INTO nowhere VALUES (1)'])).toThrow(/nowhere/)
      expect(version(db)).toBe(8)
      expect(() => cities(db)).toThrow(/city/)
    })
  })

  test('the earlier release works on the file that a later one has changed, which stays as it is', async () => {
    withFile((db) => updateTables(db, NEXT_STEPS))
    const { store, close } = openSubscribers(file, () => new Date(AT))
    expect((await store.subscribe('ola@poczta.example', 'post', AT)).outcome).toBe('added')
    expect(await store.all()).toHaveLength(2)
    await close()
    withFile((db) => {
      expect(version(db)).toBe(10)
      expect(cities(db)).toEqual([
        { email: 'jan@poczta.example', city: 'Łódź' },
        { email: 'ola@poczta.example', city: null },
      ])
    })
  })
})
