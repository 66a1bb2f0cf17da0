/**
 * `node test/run.mjs keep-release`: what the release of RELEASE (a commit; 0.1.0) writes for a customer becomes an archive in
 * `test/upgrade/kept/`, named for RELEASE_NAME, which later releases are tested with.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { postgresPrograms } from '../support/postgres-server.ts'
import { keep, keptFile } from '../support/upgrade/kept.ts'
import { comeReaders } from '../support/upgrade/readers.ts'
import { buildRelease, FIRST_RELEASE } from '../support/upgrade/releases.ts'
import { beginStay, end } from '../support/upgrade/stay.ts'
import { REDIS_PROGRAM } from '../support/with-redis.ts'

const { RELEASE = FIRST_RELEASE, RELEASE_NAME = '0.1.0' } = process.env
const programs = postgresPrograms()
/** What was not persisted yet is. Milliseconds. */
const SETTLING = 3000

test(`${RELEASE_NAME} is kept`, async () => {
  const release = await buildRelease(RELEASE, RELEASE_NAME)
  try {
    for (const way of ['files', 'database']) {
      const postgres = way === 'database' ? programs : undefined
      const settings = { beginning: 'new', redis: REDIS_PROGRAM ?? '' } as const
      const stay = await beginStay(release, { ...settings, ...(postgres !== undefined && { postgres }) })
      const portal = await stay.start(release)
      await comeReaders(stay, release, portal)
      await wait(SETTLING)
      await end(portal)
      await keep(stay, keptFile(RELEASE_NAME, way), postgres)
      await stay.close()
    }
  } finally {
    await release.remove()
  }
}, 600_000)
