import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { imageRulesOf } from '../src/content/image-rules.ts'
import { type IssueContent, parseIssue } from '../src/content/issue.ts'
import { articlesAt, composeIssue, publishedSince } from '../src/features/newsletter/issues/compose.ts'
import { issuePreviewPath, newIssueId } from '../src/features/newsletter/issues/issue-ids.ts'
import { PATIENCE_MS, patientLease } from '../src/features/newsletter/issues/sender.ts'
import { atEachStep } from '../src/features/newsletter/issues/worker.ts'
import {
  issueMessage,
  journalFile,
  NOBODY,
  newHolder,
  sendStoredIssue,
  shownIssue,
} from '../src/features/newsletter/start/issue-sending.ts'
import { lineOf } from '../src/features/newsletter/store/notice.ts'
import { openStore, storePlaceOf } from '../src/features/newsletter/store/open-store.ts'
import type { IssueRecord } from '../src/features/newsletter/store/records.ts'
import type { SubscriberStore } from '../src/features/newsletter/store/store.ts'
import { createMailer } from '../src/mail/mailer.ts'
import { createLog } from '../src/observability/log/log.ts'
import { openIssueContents } from '../src/portal/issue-contents.ts'
import type { Env } from '../src/portal/settings/env.ts'
import { readSettings } from '../src/portal/settings/read-settings.ts'
import { type Newsletter, newslettersOf, titleOf } from '../src/services/newsletters.ts'
import { findService, hasUrl } from '../src/services/registry.ts'
import { periodOf } from '../src/services/schedule.ts'
import type { Service } from '../src/services/service.ts'
import { type Options, optionsOf, sendingOf, USAGE } from './newsletter/options.ts'
import { countsText, linksText, statusText } from './newsletter/status.ts'
import { runCommand } from './run-command.ts'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const PREVIEW_SECONDS = 24 * 3600
/** A later command waits as long after a kill. */
const MAKING_SECONDS = 10
const LOOKED_AT = 10

class Refusal extends Error {}

/**
 * Continues an interrupted issue first (ISSUE-10).
 */
async function run(args: string[]): Promise<number> {
  const options = optionsOf(args)
  if (!options) {
    process.stderr.write(USAGE)
    return 2
  }
  const env = await readSettings(ROOT)
  const service = findService(env.services, options.service ?? env.service)
  if (!service) {
    process.stderr.write(`--service must be one of ${Object.keys(env.services).join(', ')}\n`)
    return 2
  }
  const newsletter = newslettersOf(service).find(({ name }) => name === options.newsletter)
  if (!newsletter) {
    const names = newslettersOf(service).flatMap(({ name }) => name ?? [])
    process.stderr.write(
      names.length === 0 ? `${service.name} has one newsletter\n` : `--newsletter must be one of ${names.join(', ')}\n`,
    )
    return 2
  }
  const refusal = refusalOf(env, service)
  if (refusal !== undefined) {
    process.stderr.write(`${refusal}\n`)
    return 1
  }
  const { store } = await openStore({
    ...storePlaceOf(env, ROOT),
    program: join(ROOT, 'dist/subscribers-thread.js'),
    notify: (notice) => process.stderr.write(lineOf(notice)),
  })
  try {
    return await act({ env, service, newsletter, options, store })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    process.stderr.write(`${error.message}\n`)
    return 1
  } finally {
    await store.close()
  }
}

interface Task {
  env: Env
  service: Service
  newsletter: Newsletter
  options: Options
  store: SubscriberStore
}

function refusalOf(env: Env, service: Service): string | undefined {
  if (env.newsletterProvider.kind !== 'own')
    return 'the subscribers are a newsletter provider’s: it sends the issues as well'
  return hasUrl(service) ? undefined : `${service.name} has no public URL: mails need links that lead to it`
}

async function act(task: Task): Promise<number> {
  const { newsletter, options, store } = task
  switch (options.does) {
    case 'status':
      process.stdout.write(
        options.issue === undefined
          ? await statusText(store, newsletter)
          : await linksText(store, (await issueOf(task)).issue),
      )
      return 0
    case 'dry-run':
      return showIssue(task)
    case 'test':
      return sendTest(task)
    case 'send':
      return sendToAll(task)
  }
}

async function issueOf(task: Task): Promise<{ issue: IssueContent; record?: IssueRecord }> {
  const { newsletter, options, store } = task
  if (options.issue === undefined) return { issue: await newIssue(task) }
  const record = await store.issue(options.issue)
  const issue = record && parseIssue(record.content)
  if (!record || !issue || record.service !== newsletter.key)
    throw new Refusal(`${newsletter.key} has no issue ${options.issue}`)
  return { issue, record }
}

async function newIssue({ env, service, newsletter, options }: Task): Promise<IssueContent> {
  const log = createLog({ level: 'silent', secrets: env.secrets })
  const { images, reader } = await openIssueContents(env, ROOT, log)
  const now = new Date()
  const period = options.since ?? periodOf(newsletter.since) ?? 0
  const subject = newsletter.subject?.kind === 'breaking' ? undefined : newsletter.subject
  const chosen = options.articles
    ? await articlesAt(reader(service), options.articles, service)
    : { cards: await publishedSince(reader(service), period, now, subject), missing: [] }
  if (chosen.missing.length > 0) throw new Refusal(`no article at ${chosen.missing.join(', ')}`)
  const { cards } = chosen
  const rules = imageRulesOf(service, images)
  const issue = composeIssue({
    id: newIssueId(service, now, newsletter.key),
    newsletter: titleOf(newsletter),
    service,
    images: rules,
    cards,
    subject: options.subject,
    subjectB: options.subjectB,
    now,
  })
  if (!issue) throw new Refusal('nothing was published in that time: no issue is made')
  return issue
}

async function saveDraft({ store, newsletter, options }: Task, issue: IssueContent): Promise<IssueRecord> {
  const { id, subject } = issue
  const createdAt = new Date().toISOString()
  const record: IssueRecord = {
    id,
    service: newsletter.key,
    subject,
    createdAt,
    content: JSON.stringify(issue),
    state: 'draft',
    trial: issue.subjectB === undefined ? undefined : options.trial,
  }
  await store.saveIssue(record)
  return record
}

async function showIssue(task: Task): Promise<number> {
  const { env, service, newsletter, store } = task
  const { issue, record } = await issueOf(task)
  const { subject, html, text } = shownIssue(service, issue)
  const folder = await mkdtemp(join(tmpdir(), 'szpalta-newsletter-'))
  const file = join(folder, `${issue.id}.html`)
  await writeFile(file, html)
  await writeFile(join(folder, `${issue.id}.txt`), text)
  if (!record) await saveDraft(task, issue)
  const secret = env.previewSecrets[service.name]
  const expires = Math.floor(Date.now() / 1000) + PREVIEW_SECONDS
  const lines = [
    `subject: ${subject}`,
    ...(issue.subjectB === undefined ? [] : [`subject b: ${issue.subjectB}`]),
    `recipients: ${await store.recipientCount(newsletter.key)}`,
    `size: ${Math.ceil(Buffer.byteLength(html) / 1000)} kB`,
    `file: ${pathToFileURL(file).href}`,
    ...(secret === undefined ? [] : [`preview: ${service.serviceUrl}${issuePreviewPath(secret, issue.id, expires)}`]),
    `send it: ${sendingOf(newsletter, service.name, issue.id)}`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  return 0
}

/** Records nothing. */
async function sendTest(task: Task): Promise<number> {
  const { service, options } = task
  const mail = mailOf(task.env)
  const { issue } = await issueOf(task)
  const personal = { email: options.test ?? '', manageToken: NOBODY, messageName: `test.${issue.id}.${Date.now()}` }
  const mailer = createMailer({ smtp: mail.smtp })
  const outcome = await mailer.send(issueMessage(service, issue, personal, mail))
  await mailer.close()
  if (outcome.kind === 'sent') {
    process.stdout.write('the mail server has taken the test\n')
    return 0
  }
  const { code } = outcome
  process.stderr.write(`the mail server did not take the test${code === undefined ? '' : ` (${code})`}\n`)
  return 1
}

async function sendToAll(task: Task): Promise<number> {
  const { env, service, options, store } = task
  const mail = mailOf(env)
  const holder = newHolder()
  const record = await startedIssue(task, holder)
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  const { rate, connections } = options
  const outcome = await sendStoredIssue(record, service, mail, {
    store,
    holder,
    signal: stop.signal,
    patience: PATIENCE_MS,
    journal: journalFile(env, ROOT, record.id),
    rate,
    connections,
    onTrouble: (problem) => process.stderr.write(`${problem}\n`),
  })
  process.stdout.write(`${record.id}: ${countsText(await store.deliveryCounts(record.id))}\n`)
  switch (outcome.kind) {
    case 'complete':
      return 0
    case 'deferred':
      process.stdout.write(
        (await store.subjectTrial(record.id))?.winner === undefined && record.trial !== undefined
          ? `the others get the better subject in an hour, by the portal or by newsletter:send --issue ${record.id}\n`
          : 'mails that were deferred are sent later, by the portal or by this command again\n',
      )
      return 0
    case 'busy':
      process.stderr.write('another process sends this issue\n')
      return 1
    case 'stopped':
      process.stderr.write(
        `stopped${outcome.problem === undefined ? '' : `: ${outcome.problem}`}; the same command goes on\n`,
      )
      return 1
  }
}

async function startedIssue(task: Task, holder: string): Promise<IssueRecord> {
  const { newsletter, store } = task
  const hold = (seconds: number): Promise<boolean> =>
    store.lease(`newsletter:${newsletter.key}`, holder, new Date().toISOString(), seconds)
  if (!(await patientLease(() => hold(MAKING_SECONDS), PATIENCE_MS)))
    throw new Refusal('another process is making an issue of this service')
  try {
    const record = (await unfinished(task)) ?? (await startable(task))
    if (record.state !== 'draft') process.stdout.write(`goes on with ${record.id}\n`)
    const showProgress = atEachStep((queued) =>
      process.stdout.write(`${record.id}: ${queued} subscribers are queued\n`),
    )
    await store.startDeliveries(record.id, new Date().toISOString(), {
      async onPage(queued) {
        showProgress(queued)
        await hold(MAKING_SECONDS)
      },
    })
    return record
  } finally {
    await hold(0)
  }
}

async function unfinished({ newsletter, options, store }: Task): Promise<IssueRecord | undefined> {
  if (options.issue !== undefined) return undefined
  for (const record of await store.issues(newsletter.key, LOOKED_AT)) {
    if (record.state === 'sending' && (await store.hasWaiting(record.id))) return record
  }
  return undefined
}

async function startable(task: Task): Promise<IssueRecord> {
  const { issue, record } = await issueOf(task)
  if (record?.state === 'sent') throw new Refusal(`${record.id} has been sent`)
  return record ?? saveDraft(task, issue)
}

function mailOf({ mail }: Env): NonNullable<Env['mail']> {
  if (!mail) throw new Refusal('SMTP_URL and MAIL_FROM are not set: there is no mail server')
  return mail
}

runCommand(run, USAGE)
