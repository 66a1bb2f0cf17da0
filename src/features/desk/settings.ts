import * as z from 'zod'
import { defineSettings } from '../../system/settings/define-settings.ts'
import { httpUrl, onOff } from '../../system/settings/forms.ts'
import type { SettingRows } from '../../system/settings/setting-row.ts'

const HOSTS = ['github', 'gitlab', 'gitea', 'forgejo', 'bitbucket'] as const
const relativeFolder = z
  .string()
  .regex(/^[\w.-]+(?:\/[\w.-]+)*$/, 'is not a folder of the repository, such as newsroom')
  .refine((folder) => !folder.split('/').includes('..'), 'leaves the repository')

const variables = {
  DESK: onOff.default('off'),
  DESK_HOST: z.enum(HOSTS, `must be one of ${/* @__PURE__ */ HOSTS.join(', ')}`).optional(),
  DESK_REPOSITORY: z
    .string()
    .regex(/^[\w.-]+(?:\/[\w.-]+)+$/, 'is not owner/name')
    .optional(),
  DESK_BRANCH: z.string().min(1).default('main'),
  DESK_FOLDER: relativeFolder.default('newsroom'),
  DESK_SITE_FOLDER: relativeFolder.optional(),
  DESK_HOST_URL: httpUrl.optional(),
  DESK_SIGN_IN_URL: httpUrl.optional(),
  DESK_CLIENT_ID: z.string().optional(),
  DESK_REVIEW: onOff.default('off'),
  DESK_SERVER: httpUrl.optional(),
}

export interface Desk {
  host?: (typeof HOSTS)[number]
  /** `owner/name` at the Git host. */
  repository?: string
  branch: string
  folder: string
  /** Absent: breaking news is written elsewhere. */
  siteFolder?: string
  hostUrl?: string
  /** Exchanges GitHub's code for a token. */
  signInUrl?: string
  clientId?: string
  hasReview: boolean
  server?: string
}

export interface DeskSettings {
  desk?: Desk
}

export const deskSettings = defineSettings({
  variables,
  settings: (chosen): DeskSettings =>
    chosen.DESK === 'off'
      ? {}
      : {
          desk: {
            host: chosen.DESK_HOST,
            repository: chosen.DESK_REPOSITORY,
            branch: chosen.DESK_BRANCH,
            folder: chosen.DESK_FOLDER,
            siteFolder: chosen.DESK_SITE_FOLDER,
            hostUrl: chosen.DESK_HOST_URL,
            signInUrl: chosen.DESK_SIGN_IN_URL,
            clientId: chosen.DESK_CLIENT_ID,
            hasReview: chosen.DESK_REVIEW === 'on',
            server: chosen.DESK_SERVER,
          },
        },
  problems(raw) {
    if (raw.DESK !== 'on') return []
    const problems: string[] = []
    if (raw.CONTENT !== undefined && raw.CONTENT !== 'embedded')
      problems.push(`DESK=on writes the embedded newsroom, and CONTENT is ${raw.CONTENT}`)
    if (raw.DESK_SERVER !== undefined) return problems
    for (const name of ['DESK_HOST', 'DESK_REPOSITORY'])
      if (raw[name] === undefined) problems.push(`${name} is required with DESK=on (it is not set)`)
    for (const name of NEEDED[raw.DESK_HOST ?? ''] ?? [])
      if (raw[name] === undefined) problems.push(`${name} is required with DESK_HOST=${raw.DESK_HOST} (it is not set)`)
    return problems
  },
})

const NEEDED: Readonly<Record<string, readonly string[]>> = {
  github: ['DESK_SIGN_IN_URL'],
  gitlab: ['DESK_CLIENT_ID'],
  gitea: ['DESK_HOST_URL', 'DESK_CLIENT_ID'],
  forgejo: ['DESK_HOST_URL', 'DESK_CLIENT_ID'],
  bitbucket: ['DESK_CLIENT_ID'],
}

export const deskRows: SettingRows<typeof variables> = [
  {
    names: ['DESK'],
    meaning:
      '`on`: editors write the embedded newsroom at `/desk`, and sign in at the Git host; the build needs `DESK=on` too (docs/desk.md)',
  },
  {
    names: ['DESK_HOST', 'DESK_REPOSITORY', 'DESK_BRANCH'],
    examples: { DESK_HOST: 'github', DESK_REPOSITORY: 'gazeta/redakcja' },
    meaning: `where the newsroom's repository is: ${HOSTS.join(', ')}; \`owner/name\`; its branch`,
  },
  {
    names: ['DESK_FOLDER', 'DESK_SITE_FOLDER'],
    examples: { DESK_SITE_FOLDER: 'sites/gazeta' },
    meaning:
      "folders of the repository: the newsroom's, and the site's, in which breaking news is; without the latter the desk has no breaking news",
  },
  {
    names: ['DESK_HOST_URL', 'DESK_SIGN_IN_URL', 'DESK_CLIENT_ID'],
    examples: { DESK_HOST_URL: 'https://git.gazeta.example', DESK_SIGN_IN_URL: 'https://login.gazeta.example' },
    meaning:
      "URL of a Git host of one's own; of the server that signs editors in at GitHub; the application's id at GitLab, Gitea, Forgejo and Bitbucket",
  },
  {
    names: ['DESK_REVIEW'],
    meaning: '`on`: a text is a branch and a request at the Git host until somebody publishes it',
  },
  {
    names: ['DESK_SERVER'],
    examples: { DESK_SERVER: 'http://127.0.0.1:8081/api/v1' },
    meaning: "the editor's own server on this machine, in place of a Git host; `npm run desk` sets it",
  },
]
