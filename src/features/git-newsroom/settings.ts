import * as z from 'zod'
import { reachOf } from '../../system/clear-text.ts'
import type { Memory } from '../../system/memory.ts'
import { defineSettings, destinationsOf, type RawVariables } from '../../system/settings/define-settings.ts'
import { bearerToken, httpUrl } from '../../system/settings/forms.ts'
import type { SettingRows } from '../../system/settings/setting-row.ts'
import { shortHash } from '../../system/short-hash.ts'

/** GitHub, GitLab, Forgejo and Gitea take a token with any name. */
const ANY_USER = 'x-access-token'

const variables = {
  NEWSROOM_GIT: httpUrl.optional(),
  NEWSROOM_GIT_BRANCH: z
    .string()
    .regex(/^(?!-)(?!.*(?:\.\.|\/\/|@\{|\.lock$|[/.]$))[^\s~^:?*[\\\p{Cc}]{1,200}$/u, 'is no name of a branch')
    .optional(),
  NEWSROOM_GIT_FOLDER: z
    .string()
    .regex(
      /^(?!\.{1,2}(?:\/|$))[^/\\\p{Cc}]+(?:\/(?!\.{1,2}(?:\/|$))[^/\\\p{Cc}]+)*$/u,
      'is no path within the repository',
    )
    .optional(),
  NEWSROOM_GIT_USER: z
    .string()
    .regex(/^[^:\p{Cc}]{1,200}$/u, 'must be a user name without a colon')
    .default(ANY_USER),
  NEWSROOM_GIT_KEY: z
    .string()
    .regex(/^[!-~]{1,1000}$/, 'must be a token or a password without spaces')
    .optional(),
  NEWSROOM_GIT_DIR: z.string().default('data/newsroom'),
  NEWSROOM_TOKEN: bearerToken.optional(),
}

export interface GitNewsroomSettings {
  /** Absent: the newsroom is a folder. */
  gitNewsroom?: GitRepository & {
    /** Relative to the project's folder. */
    folder: string
    shown: string
    /** Absent: there is no `POST /ops/newsroom`. */
    token?: string
  }
}

export interface GitRepository {
  url: string
  /** Absent: the one that the repository names. */
  branch?: string
  /** The newsroom's folder in the repository; absent: all of it. */
  path?: string
  credentials?: { user: string; key: string }
  /** A pack is in memory at once. Bytes. */
  maxPack: number
}

interface Surroundings {
  memory: Memory
  clearTextHosts: readonly string[]
}

const MEMORY_SHARE = 1 / 4
const MOST_PACK = 512 * 1024 * 1024

export const gitNewsroomSettings = defineSettings({
  variables,
  settings(
    {
      NEWSROOM_GIT: url,
      NEWSROOM_GIT_BRANCH: branch,
      NEWSROOM_GIT_FOLDER: path,
      NEWSROOM_GIT_USER: user,
      NEWSROOM_GIT_KEY: key,
      NEWSROOM_GIT_DIR: folder,
      NEWSROOM_TOKEN: token,
    },
    { memory }: Surroundings,
  ): GitNewsroomSettings {
    if (url === undefined) return {}
    // Commits of another repository, branch or folder are never shown for these.
    const own = `${folder}/${shortHash(JSON.stringify([url, branch, path]), 16)}`
    return {
      gitNewsroom: {
        ...{ url, branch, path, token, folder: own, shown: `${own}/shown` },
        credentials: key === undefined ? undefined : { user, key },
        maxPack: Math.min(MOST_PACK, Math.floor(memory.bytes * MEMORY_SHARE)),
      },
    }
  },
  problems(raw, { clearTextHosts }) {
    const { NEWSROOM_GIT: url, CONTENT = 'embedded' } = raw
    if (url === undefined) {
      const alone = Object.keys(variables).find((name) => name !== 'NEWSROOM_GIT' && raw[name] !== undefined)
      return alone === undefined ? [] : [`${alone} is for a newsroom in Git: NEWSROOM_GIT is not set`]
    }
    const { protocol = '', hostname = '' } = URL.parse(url) ?? {}
    const isOwn = reachOf(hostname) !== 'internet' || clearTextHosts.includes(hostname)
    return [
      ...(CONTENT === 'embedded' ? [] : [`NEWSROOM_GIT needs CONTENT=embedded (it is "${CONTENT}")`]),
      ...(protocol === 'http:' && !isOwn ? [`NEWSROOM_GIT must start with https: anybody on the way could write`] : []),
    ]
  },
  secrets: ({ NEWSROOM_GIT_USER: user = ANY_USER, NEWSROOM_GIT_KEY: key }: RawVariables) =>
    key === undefined ? [] : [basicCredentials({ user, key })],
  destinations: (raw) => destinationsOf(raw, [['NEWSROOM_GIT_KEY', 'NEWSROOM_GIT']]),
})

export function basicCredentials({ user, key }: { user: string; key: string }): string {
  return Buffer.from(`${user}:${key}`).toString('base64')
}

export const gitNewsroomRows: SettingRows<typeof variables> = [
  {
    names: ['NEWSROOM_GIT', 'NEWSROOM_GIT_BRANCH', 'NEWSROOM_GIT_FOLDER'],
    defaults: {
      NEWSROOM_GIT: 'none',
      NEWSROOM_GIT_BRANCH: "the repository's",
      NEWSROOM_GIT_FOLDER: 'the whole repository',
    },
    examples: {
      NEWSROOM_GIT: 'https://git.gazeta.example/redakcja/newsroom.git',
      NEWSROOM_GIT_BRANCH: 'main',
      NEWSROOM_GIT_FOLDER: 'newsroom',
    },
    meaning:
      'https URL of a Git repository with the newsroom, its branch, and the folder in it: fetched at the start, by `POST /ops/newsroom` and every five minutes. Until the first fetch the newsroom of `NEWSROOM_DIR` is shown',
  },
  {
    names: ['NEWSROOM_GIT_USER', 'NEWSROOM_GIT_KEY'],
    examples: { NEWSROOM_GIT_USER: 'portal' },
    meaning: 'user name and token of a private repository, which may read it and nothing else; sent to its host only',
  },
  {
    names: ['NEWSROOM_GIT_DIR'],
    meaning:
      'folder of the fetched commits: on a disk that outlives a restart the last good one is there without the Git host',
  },
  {
    names: ['NEWSROOM_TOKEN'],
    meaning:
      'bearer token of `POST /ops/newsroom`, and the secret of the webhook of GitHub, GitLab, Gitea, Forgejo or Bitbucket; absent: the route does not exist',
  },
]
