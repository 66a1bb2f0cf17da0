import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { PortalProcess } from '../process.ts'
import type { TestSubscription } from '../push-service.ts'
import { until } from '../until.ts'
import { pagesOf, pathsOf } from './pages.ts'
import type { CommandResult, Release } from './releases.ts'
import { METRICS_TOKEN, type Stay } from './stay.ts'

/** What readers do at a customer's portal, whichever release it is. */

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
/** It waits for leases of a process that was killed. Milliseconds. */
const SENDING_LIMIT = 120_000
/** A message that would be sent is sent by then. Milliseconds. */
export const PUSH_LOOKS = 8000
const RECIPIENTS = 60

export const IMPORTED = Array.from({ length: RECIPIENTS }, (_, index) => `lista-${index}@poczta.example`)
/** The first two do not confirm. */
export const SUBSCRIBED = Array.from({ length: 8 }, (_, index) => `czytelnik-${index}@poczta.example`)
export const PENDING = 2
/** Views of the most read articles. */
export const VIEWS = [9, 7]

let clients = 0
/** As so many different clients, which limits do not hold up. */
const anyClient = (): Record<string, string> => {
  clients += 1
  return { 'x-forwarded-for': `203.0.113.${clients % 250}` }
}

/** A reader's post of a form or of a script. */
export async function post(
  portal: PortalProcess,
  host: string,
  path: string,
  body?: object,
): Promise<{ status: number; text: string }> {
  const headers = { host, origin: `https://${host}`, 'x-forwarded-proto': 'https', ...anyClient() }
  if (body === undefined) return portal.ask(path, { method: 'POST', headers })
  const json = { ...headers, 'content-type': 'application/json' }
  return portal.ask(path, { method: 'POST', headers: json, body: JSON.stringify(body) })
}

export async function subscribe(portal: PortalProcess, host: string, email: string): Promise<unknown> {
  return JSON.parse((await post(portal, host, '/api/sare/', { email, consent: true })).text).outcome
}

/** Topics of a browser, after a change of them. */
export async function topicsOf(
  portal: PortalProcess,
  host: string,
  { endpoint, p256dh, auth }: TestSubscription,
  change: { add?: string[]; remove?: string[] } = {},
): Promise<string[]> {
  const { text } = await post(portal, host, '/api/push', { endpoint, keys: { p256dh, auth }, ...change })
  return JSON.parse(text).topics
}

export async function view(portal: PortalProcess, host: string, path: string, times: number): Promise<void> {
  for (let time = 0; time < times; time++)
    await portal.ask(path, { headers: { host, 'user-agent': BROWSER, accept: 'text/html', ...anyClient() } })
}

/** Paths of what was read most, with their views. */
export async function mostRead(portal: PortalProcess, service: string): Promise<Array<[path: string, views: number]>> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const { services } = JSON.parse((await portal.ask('/ops/most-read?window=24h', { headers })).text)
  return (services[service] ?? []).map(({ path, views }: { path: string; views: Record<string, number> }) => [
    path,
    views['24h'],
  ])
}

/** Confirmed readers from a list of another program. */
export async function importReaders(stay: Stay, release: Release, emails: readonly string[]): Promise<CommandResult> {
  const file = join(stay.customer.folder, 'lista.csv')
  const rows = emails.map((email) => `${email},confirmed,2026-01-02T03:04:05Z`)
  await writeFile(file, ['email,status,confirmed_at', ...rows, ''].join('\n'))
  const { service } = stay.customer
  return stay.command(release, 'import-subscribers', ['--service', service, file])
}

/** Sends what is left of an issue, until nothing is. */
export async function sendToTheEnd(stay: Stay, release: Release, args: readonly string[]): Promise<CommandResult> {
  return until(
    () => stay.command(release, 'send-newsletter', args),
    ({ code }) => code === 0,
    SENDING_LIMIT,
  )
}

export async function readerRow(stay: Stay, email: string): Promise<Record<string, unknown> | undefined> {
  const rows = await stay.rows()
  const table = Object.keys(rows).find((name) => name.endsWith('.subscribers')) ?? ''
  return rows[table]?.find((row) => row.email === email)
}

/** By the link of the mail. @returns the state of the subscription */
export async function confirm(stay: Stay, portal: PortalProcess, email: string): Promise<unknown> {
  const token = String((await readerRow(stay, email))?.token)
  const { status } = await post(portal, stay.customer.host, `/newsletter/potwierdz/${token}`)
  return status === 303 ? (await readerRow(stay, email))?.status : status
}

/** By the link at the end of a mail. */
export async function preferencesOf(stay: Stay, portal: PortalProcess, email: string): Promise<number> {
  const token = String((await readerRow(stay, email))?.manage_token)
  return (await portal.ask(`/newsletter/ustawienia/${token}`, { headers: { host: stay.customer.host } })).status
}

/** Says something to readers, and waits until so many browsers more have heard it. */
export async function tellBrowsers(stay: Stay, browsers: number, text: string): Promise<void> {
  const before = stay.push.received.length
  await stay.customer.setBreaking(text)
  await until(
    () => stay.push.received.length,
    (count) => count >= before + browsers,
    60_000,
  )
}

/** Subscriptions, a list of another program, browsers to notify, views. */
export async function comeReaders(
  stay: Stay,
  release: Release,
  portal: PortalProcess,
): Promise<{ browsers: TestSubscription[]; paths: string[] }> {
  const { customer, push, mail } = stay
  const { host, service } = customer
  const browsers = Array.from({ length: 5 }, () => push.subscribe(service))
  const paths = await pathsOf(portal, host)
  for (const email of SUBSCRIBED) expect(await subscribe(portal, host, email)).toBe('mailed')
  for (const email of SUBSCRIBED.slice(PENDING)) expect(await confirm(stay, portal, email)).toBe('confirmed')
  await mail.reached(SUBSCRIBED.length)
  for (const browser of browsers)
    expect(await topicsOf(portal, host, browser, { add: ['breaking', 'newest'] })).toEqual(['breaking', 'newest'])
  await wait(PUSH_LOOKS)
  await tellBrowsers(stay, browsers.length, 'Most zamknięty')
  expect(push.received).toHaveLength(browsers.length)
  const { code, output } = await importReaders(stay, release, IMPORTED)
  expect([code, output]).toEqual([0, expect.stringContaining(`${IMPORTED.length} added`)])
  const articles = paths.filter((path) => /^\/\d{4}\//.test(path))
  for (const [index, times] of VIEWS.entries()) await view(portal, host, articles[index] ?? '', times)
  await until(
    () => mostRead(portal, service),
    (read) => read.length >= VIEWS.length,
  )
  // What is persisted is many pages.
  const pages = await pagesOf(portal, host, paths)
  expect(pages.filter(({ status }) => status === 200).length).toBeGreaterThan(20)
  return { browsers, paths }
}
