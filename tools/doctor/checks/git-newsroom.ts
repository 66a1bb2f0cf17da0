import { mkdtemp, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FETCH_PROGRAM, fetchInThread } from '../../../src/features/git-newsroom/fetching/fetch-thread.ts'
import type { GitNewsroomSettings } from '../../../src/features/git-newsroom/settings.ts'
import type { ServiceName } from '../../../src/services/service.ts'
import { bad, type Check, type Finding, good, weak } from '../run-checks.ts'
import { listed } from './newsroom.ts'

interface GitPlaces {
  root: string
  build: string
}

const COMMIT = /(?<=^|\/)[0-9a-f]{40}(?=\/)/

/** Fetches the newest commit into a folder of its own (GIT-7). */
export function gitNewsroomChecks(
  { gitNewsroom }: GitNewsroomSettings,
  services: readonly ServiceName[],
  { root, build }: GitPlaces,
): Check[] {
  if (!gitNewsroom) return []
  const { token, shown } = gitNewsroom
  const fetch = async (): Promise<Finding> => {
    const into = await mkdtemp(join(tmpdir(), 'doctor-newsroom-'))
    const order = { repository: gitNewsroom, services, into, known: [], readsBodies: true }
    const fetched = await fetchInThread(join(build, FETCH_PROGRAM), order, new AbortController().signal)
    await rm(into, { recursive: true, force: true })
    const current = COMMIT.exec(await readlink(join(root, shown)).catch(() => ''))?.[0]
    const now = current === undefined ? 'No commit is shown yet.' : `Shown is ${short(current)}.`
    switch (fetched.kind) {
      case 'whole': {
        const words = `The newest commit, ${short(fetched.commit)}, has ${fetched.articles} articles and pages. ${now}`
        const { warnings } = fetched
        return warnings.length === 0
          ? good(words)
          : weak(
              `${words} ${warnings.length} remarks:\n${listed(warnings)}`,
              'Correct what is meant otherwise; what is unknown is left out.',
            )
      }
      case 'broken':
        return bad(
          `The newest commit, ${short(fetched.commit)}, is refused. ${now}\n${listed(fetched.problems)}`,
          'Each line names what to change. Then push again.',
        )
      case 'failed':
        return bad(`The newsroom cannot be fetched: ${fetched.reason}. ${now}`, 'See NEWSROOM_GIT and its neighbours.')
      case 'known':
        return good(now)
    }
  }
  const notices = async (): Promise<Finding> =>
    token === undefined
      ? weak(
          'Nobody can say that there is a commit: a push is seen within five minutes.',
          'Set NEWSROOM_TOKEN, and a webhook of the Git host to POST /ops/newsroom with it as its secret.',
        )
      : good('POST /ops/newsroom takes notices of pushes.')
  return [
    { title: 'Fetching the newsroom from Git', run: fetch },
    { title: 'Notices of the Git host', run: notices },
  ]
}

function short(commit: string): string {
  return commit.slice(0, 12)
}
