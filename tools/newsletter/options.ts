import { parseArgs } from 'node:util'
import { ISSUE_ID } from '../../src/content/issue-id.ts'
import { asciiEmail, isEmail } from '../../src/content/newsletter.ts'
import type { Newsletter } from '../../src/services/newsletters.ts'
import { periodOf } from '../../src/services/schedule.ts'
import { commandLine } from '../../src/system/command-line.ts'

const SEND = commandLine('newsletter:send', { args: '[options]' })

export const USAGE = `usage: ${SEND}
         [--service <name>] [--newsletter <name>] [--since 7d | --articles <path,path>] [--subject <text>]
         [--subject-b <text> [--trial <percent of readers>]]
         [--dry-run | --test <e-mail address>] [--rate <mails a second>] [--connections <1 to 20>]
       ${commandLine('newsletter:send', { args: '--issue <id>' })}   sends the issue of a dry run, or goes on with one
       ${commandLine('newsletter:send', { args: '--status' })}   what has become of the latest issues; with --issue the clicks of its links
`

export interface Options {
  service: string | undefined
  /** Undefined: the service's own. */
  newsletter: string | undefined
  /** Milliseconds; undefined: the service's own. */
  since: number | undefined
  articles: string[] | undefined
  subject: string | undefined
  /** Some readers get one of the two, the others an hour later the better one. */
  subjectB: string | undefined
  /** Percent of readers who get one of the two. */
  trial: number
  issue: string | undefined
  test: string | undefined
  does: 'send' | 'dry-run' | 'test' | 'status'
  rate: number | undefined
  connections: number | undefined
}

const MAX_RATE = 1000
const MAX_CONNECTIONS = 20
const MAX_TRIAL = 100
const DEFAULT_TRIAL = 20

/** What sends an issue that was tried. */
export function sendingOf({ name }: Pick<Newsletter, 'name'>, service: string, issue: string): string {
  const newsletter = name === undefined ? '' : ` --newsletter ${name}`
  return commandLine('newsletter:send', { args: `--service ${service}${newsletter} --issue ${issue}` })
}

/** @returns undefined for invalid options */
export function optionsOf(args: string[]): Options | undefined {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  try {
    const { values } = parseArgs({
      args,
      options: {
        service: text,
        newsletter: text,
        since: text,
        articles: text,
        subject: text,
        'subject-b': text,
        trial: text,
        issue: text,
        test: text,
        rate: text,
        connections: text,
        'dry-run': flag,
        status: flag,
      },
    })
    const { service, newsletter, subject, issue, test, status } = values
    const dry = values['dry-run']
    const since = values.since === undefined ? undefined : periodOf(values.since)
    const articles = values.articles
      ?.split(',')
      .map((path) => path.trim())
      .filter((path) => path !== '')
    const rate = wholeNumber(values.rate, MAX_RATE)
    const subjectB = values['subject-b']
    const trial = wholeNumber(values.trial, MAX_TRIAL)
    const connections = wholeNumber(values.connections, MAX_CONNECTIONS)
    const isWrong =
      (values.since !== undefined && (since === undefined || articles !== undefined)) ||
      articles?.length === 0 ||
      rate === 'wrong' ||
      trial === 'wrong' ||
      (trial !== undefined && subjectB === undefined) ||
      (subjectB !== undefined && (subject === undefined || subjectB.trim() === '' || subjectB === subject)) ||
      connections === 'wrong' ||
      (test !== undefined && !isEmail(asciiEmail(test))) ||
      (issue !== undefined && !ISSUE_ID.test(issue)) ||
      (issue !== undefined && (values.since ?? values.articles ?? subject) !== undefined) ||
      [dry, test !== undefined, status].filter(Boolean).length > 1
    if (isWrong) return undefined
    const does = status ? 'status' : dry ? 'dry-run' : test === undefined ? 'send' : 'test'
    const trialShare = trial ?? DEFAULT_TRIAL
    return {
      service,
      newsletter,
      since,
      articles,
      subject,
      subjectB,
      trial: trialShare,
      issue,
      test: test && asciiEmail(test),
      does,
      rate,
      connections,
    }
  } catch {
    return undefined
  }
}

function wholeNumber(written: string | undefined, most: number): number | 'wrong' | undefined {
  if (written === undefined) return undefined
  const value = Number(written)
  return /^\d{1,4}$/.test(written) && value >= 1 && value <= most ? value : 'wrong'
}
